/** @module Keeps a damaged file, so that its owner can repair it. */
import { renameSync } from 'node:fs';

/** Renames a file to one that names the time. Returns its new path. */
export function moveAside(path: string, now: Date = new Date()): string {
  const aside = `${path}.damaged-${now.toISOString().replaceAll(':', '-')}`;
  renameSync(path, aside);
  return aside;
}
