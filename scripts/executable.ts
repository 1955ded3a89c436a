/** @module Finds programs on this machine. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a file is there and can be run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the first of these programs that is on the machine, or undefined. */
export function findExecutable(names: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}
