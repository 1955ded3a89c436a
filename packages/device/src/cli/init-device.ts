/** @module Setting a device up: its key, its first administrator and where it attaches. Nothing that is there is overwritten. */
import { access, mkdir } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import {
  EdgeError,
  formatPairingLink,
  generatePassword,
  type Fingerprint,
  type RandomBytes,
} from '@longwire/protocol';
import { createFirstState } from '../iam/first-state.ts';
import { loadOrCreateIdentity } from '../identity/identity-file.ts';
import { hasErrorCode } from '../store/file-error.ts';
import { createStateFile } from '../store/state-file.ts';
import { deviceDirectory } from './device-directory.ts';
import { parseDeviceSettings, writeDeviceSettings, type DeviceSettings } from './device-settings.ts';

/** What {@link initDevice} is told. */
export interface InitOptions extends DeviceSettings {
  readonly directory: string;
  /** Where the console is; by default the service itself serves it. */
  readonly console?: string;
  /** A connection token of the service, to go into the pairing link. */
  readonly sct?: string;
}

/** What there is to tell, once: the password is kept nowhere. */
export interface InitResult {
  readonly fingerprint: Fingerprint;
  readonly username: string;
  readonly password: string;
  /** Opens the console with everything it needs, but for the connection token where none was given. */
  readonly pairingLink: string;
}

const ADMINISTRATOR = 'admin';

const nodeRandomBytes: RandomBytes = (length) => new Uint8Array(randomBytes(length));

/** Whether a file is there; a directory that cannot be searched is an error and not an absence. */
async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** The page that a service serves the console under. */
export function consoleUrlOf(service: string): string {
  return service.replace(/^ws/iu, 'http').replace(/\/*$/u, '/');
}

/**
 * Sets a device up. The state is written last: a directory with a state is complete, and one without can be set up again, keeping its key.
 * @throws EdgeError ERR_ALREADY_EXISTS when the directory has a state, which is left as it is.
 */
export async function initDevice({ directory, console, sct, ...given }: InitOptions): Promise<InitResult> {
  const settings = parseDeviceSettings(given);
  const files = deviceDirectory(directory);
  if (await isThere(files.state))
    throw new EdgeError(
      'ERR_ALREADY_EXISTS',
      `device in ${directory} is set up already: nothing was changed`,
    );

  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { fingerprint } = await loadOrCreateIdentity(files.identity);
  await writeDeviceSettings(files.settings, settings);
  const password = generatePassword(nodeRandomBytes);
  const openPairingPassword = generatePassword(nodeRandomBytes);
  await createStateFile(
    files.state,
    createFirstState({ username: ADMINISTRATOR, password, sct: sct ?? null, openPairingPassword }),
  );
  const { productId, deviceId, service } = settings;
  const link = {
    productId,
    deviceId,
    username: ADMINISTRATOR,
    password,
    fingerprint,
    ...(sct === undefined ? {} : { sct }),
  };
  const pairingLink = formatPairingLink(console ?? consoleUrlOf(service), link);
  return { fingerprint, username: ADMINISTRATOR, password, pairingLink };
}
