/** @module Checks the device's directory: owner, permissions, and whether its files are complete. Nothing is changed. */
import { constants } from 'node:fs';
import { access, readFile, stat, statfs } from 'node:fs/promises';
import {
  bad,
  EdgeError,
  good,
  hasErrorCode,
  warning,
  type Fingerprint,
  type Verdict,
} from '@longwire/protocol';
import { shellWord } from '../cli/shell-word.ts';
import { readConfig } from '../config/config-file.ts';
import type { DeviceConfig } from '../config/device-config.ts';
import { loadIdentity } from '../identity/identity-file.ts';
import type { Identity } from '../identity/identity.ts';
import { reasonOf } from '../log/reason-of.ts';
import { NewerStateError, parseState } from '../store/state-json.ts';

/** Options of the file checks. */
export interface CheckedFiles {
  readonly directory: string;
  readonly identity: string;
  readonly state: string;
  readonly config: string;
}

/** The findings, and the values that later checks need. */
export interface FileFindings {
  readonly verdicts: readonly Verdict[];
  readonly config: DeviceConfig | undefined;
  readonly identity: Identity | undefined;
}

/** Least free space, in bytes. Reason: a state is at most a few MiB, and is written beside the old one. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Permissions of other users. */
const OTHERS_MODE = 0o077;

const INIT = "run 'longwire-device init'";

async function checkDirectory(directory: string): Promise<readonly Verdict[]> {
  try {
    const { mode, uid } = await stat(directory);
    const user = process.getuid?.();
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    const verdicts: Verdict[] = [];
    if (user !== undefined && uid !== user)
      verdicts.push(
        warning(
          'directory',
          `${directory} belongs to user id ${uid}, and this runs as ${user}`,
          `run this as the device's user: sudo -u '#${uid}' longwire-device doctor`,
        ),
      );
    if ((mode & OTHERS_MODE) !== 0)
      verdicts.push(
        warning('directory', `${directory} is open to other users`, `run: chmod 700 ${shellWord(directory)}`),
      );
    return verdicts.length > 0 ? verdicts : [good('directory', directory)];
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return [bad('directory', `${directory} does not exist`, INIT)];
    if (hasErrorCode(error, 'EACCES'))
      return [
        bad(
          'directory',
          `${directory} cannot be read or written by this user`,
          "run this as the device's user: sudo -u longwire-device longwire-device doctor",
        ),
      ];
    return [bad('directory', reasonOf(error), `look at ${directory}`)];
  }
}

async function checkDisk(directory: string): Promise<readonly Verdict[]> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return [judgeDisk(bavail * bsize)];
  } catch (error) {
    // A missing directory has been reported already.
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'EACCES')) return [];
    throw error;
  }
}

/** Whether the free space suffices to store changes of users. */
export function judgeDisk(freeBytes: number): Verdict {
  const text = `${Math.floor(freeBytes / 1_048_576)} MiB free`;
  if (freeBytes >= LEAST_FREE_BYTES) return good('disk', text);
  return bad('disk', text, 'free some space: changes of users that cannot be written are refused');
}

async function checkState(file: string): Promise<Verdict> {
  try {
    const { users } = parseState(await readFile(file, 'utf8'));
    if (
      users.some(({ passwordVerifier, fingerprints }) => passwordVerifier !== null || fingerprints.length > 0)
    )
      return good('state', `${users.length} ${users.length === 1 ? 'user' : 'users'}`);
    return warning('state', 'no user can log in', "run 'longwire-device invite admin --role Administrator'");
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT'))
      return bad('state', `${file} does not exist`, `restore a backup, or ${INIT}, which keeps the key`);
    if (error instanceof NewerStateError)
      return bad(
        'state',
        `${file} was written by a newer longwire-device`,
        'run that version, or restore an older backup',
      );
    if (error instanceof EdgeError)
      return bad(
        'state',
        `${file} is damaged: ${error.message}`,
        `restore a backup, or move it away and ${INIT}, which keeps the key`,
      );
    return bad('state', reasonOf(error), `look at ${file}`);
  }
}

async function attempt<T>(
  step: string,
  load: () => Promise<T>,
  tell: (value: T) => string,
  todo: string,
): Promise<[Verdict, T?]> {
  try {
    const value = await load();
    return [good(step, tell(value)), value];
  } catch (error) {
    return [bad(step, reasonOf(error), todo)];
  }
}

const fingerprintWords = ({ fingerprint }: { readonly fingerprint: Fingerprint }): string =>
  `fingerprint ${fingerprint}`;

/** Checks the directory, the key, the settings, the state and the disk. */
export async function checkFiles(files: CheckedFiles): Promise<FileFindings> {
  const directory = await checkDirectory(files.directory);
  if (directory.some(({ kind }) => kind === 'bad'))
    return { verdicts: directory, config: undefined, identity: undefined };
  const keyHint = `if others may read it: chmod 600 ${shellWord(files.identity)}; if it is lost: restore a backup, or ${INIT} and register the new fingerprint`;
  const [key, identity] = await attempt('key', () => loadIdentity(files.identity), fingerprintWords, keyHint);
  const [settings, config] = await attempt(
    'settings',
    () => readConfig(files.config),
    ({ productId, deviceId }) => `${productId}/${deviceId}`,
    'correct that, and run this again',
  );
  const verdicts = [
    ...directory,
    key,
    settings,
    await checkState(files.state),
    ...(await checkDisk(files.directory)),
  ];
  return { verdicts, config, identity };
}
