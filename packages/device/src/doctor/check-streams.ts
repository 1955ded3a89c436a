/** @module Checks whether the targets of streams exist. */
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { assertNever, bad, good, warning, type Verdict } from '@longwire/protocol';
import type { HostPort } from '../config/host-port.ts';
import { settingsPath } from '../config/settings-path.ts';
import type { StreamConfig } from '../config/stream-section.ts';
import { connectionError } from './connection-error.ts';

/** Longest wait for a target, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Checks every stream service. */
export async function checkStreams(
  streams: readonly StreamConfig[],
  directory: string,
): Promise<readonly Verdict[]> {
  return Promise.all(streams.map((stream) => checkStream(stream, directory)));
}

function checkStream({ name, service }: StreamConfig, directory: string): Promise<Verdict> {
  const step = `stream ${name}`;
  switch (service.kind) {
    case 'tcp':
      return checkTarget(step, service);
    case 'shell':
      return checkShell(step, service.command[0] ?? '');
    case 'files':
      return checkRoot(step, settingsPath(directory, service.root));
    default:
      return assertNever(service);
  }
}

async function checkTarget(step: string, { host, port }: HostPort): Promise<Verdict> {
  const error = await connectionError({ host, port }, CONNECT_TIMEOUT_MS);
  if (error === undefined) return good(step, `${host}:${port} takes connections`);
  return bad(
    step,
    `${host}:${port} does not accept connections`,
    "check that the program runs, and 'target' in device.toml",
  );
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function checkShell(step: string, program: string): Promise<Verdict> {
  const folders = program.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  const found = await Promise.all(folders.map((folder) => isExecutable(join(folder, program))));
  if (!found.includes(true)) return bad(step, `${program} does not exist`, "check 'command' in device.toml");
  return warning(
    step,
    `${program} runs for every user with the right`,
    "give the right only to users who may do everything that the device's user may",
  );
}

async function checkRoot(step: string, root: string): Promise<Verdict> {
  try {
    await access(root, constants.R_OK | constants.X_OK);
    if ((await stat(root)).isDirectory()) return good(step, root);
    return bad(step, `${root} is not a directory`, "check 'root' in device.toml");
  } catch {
    return bad(step, `${root} cannot be read`, "check 'root' in device.toml, and whose the directory is");
  }
}
