/** @module Sets a device up: its key, its settings and its first administrator. Existing files are never overwritten. */
import { randomBytes } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import {
  checkFriendlyName,
  EdgeError,
  foldId,
  type Fingerprint,
  generatePassword,
  given,
  hasErrorCode,
  type RandomBytes,
} from '@longwire/protocol';
import type { NewCamera } from '../config/config-template.ts';
import { createConfig, readConfig } from '../config/config-file.ts';
import type { DevicePlace } from '../config/device-config.ts';
import { formatConfig } from '../config/config-template.ts';
import { parseDeviceConfig } from '../config/parse-device-config.ts';
import { lockDirectory } from '../control/directory-lock.ts';
import { FIRST_ADMINISTRATOR } from '../control/iam-operations.ts';
import { createInitialState } from '../iam/initial-state.ts';
import { generateSct } from '../iam/generate-sct.ts';
import { loadOrCreateIdentity } from '../identity/identity-file.ts';
import { createStateFile } from '../store/state-file.ts';
import { checkConnectionToken } from './connection-token.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { pairingLinkOf } from './pairing.ts';

/** Options of {@link initDevice}. */
export interface InitOptions extends DevicePlace {
  readonly directory: string;
  /** A connection token of the service for the pairing link; unless given, the device makes and announces one. */
  readonly sct?: string;
  /** What the device is called; people see it, and can change it. */
  readonly name?: string;
  /** The cameras in the new device.toml; none by default. */
  readonly cameras?: readonly NewCamera[];
}

/** The result, to be printed once: the password is not stored. */
export interface InitResult {
  readonly productId: string;
  readonly deviceId: string;
  readonly fingerprint: Fingerprint;
  readonly username: string;
  readonly password: string;
  /** Opens the console with everything it needs. */
  readonly pairingLink: string;
}

const nodeRandomBytes: RandomBytes = (length) => new Uint8Array(randomBytes(length));

/** Whether a file exists; a directory that cannot be searched is an error. */
export async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Writes the given settings; a directory that has settings already, after its state was lost, keeps them. */
async function settle(file: string, place: DevicePlace, cameras: readonly NewCamera[]): Promise<DevicePlace> {
  if (!(await exists(file))) await createConfig(file, place, cameras);
  const kept = await readConfig(file);
  if (
    foldId(kept.productId) !== foldId(place.productId) ||
    foldId(kept.deviceId) !== foldId(place.deviceId) ||
    kept.service !== place.service
  )
    throw new EdgeError(
      'ERR_CONFIG',
      `${file} exists and names another product, device or service: change or remove it`,
    );
  return kept;
}

/**
 * Sets a device up. The state is written last: a directory with a state is complete, and one without can be set up again, keeping its key and settings.
 * @throws EdgeError ERR_ALREADY_EXISTS when the directory has a state, which is not changed; ERR_CONFIG, ERR_SCT, ERR_IN_USE.
 */
export async function initDevice({
  directory,
  sct,
  name,
  cameras = [],
  ...asked
}: InitOptions): Promise<InitResult> {
  const { productId, deviceId, service, console } = parseDeviceConfig(
    formatConfig(asked, cameras),
    'the new device.toml',
  );
  if (sct !== undefined) checkConnectionToken(sct);
  if (name !== undefined) checkFriendlyName(name);
  const place = { productId, deviceId, service, ...given({ console }) };
  const files = deviceDirectory(directory);
  if (await exists(files.state))
    throw new EdgeError(
      'ERR_ALREADY_EXISTS',
      `${directory} holds a device already: nothing was changed. 'longwire-device invite' prints a new link`,
    );

  await mkdir(directory, { recursive: true, mode: 0o700 });
  using _lock = lockDirectory(files.lock);
  const { fingerprint } = await loadOrCreateIdentity(files.identity);
  const settled = await settle(files.config, place, cameras);
  const password = generatePassword(nodeRandomBytes);
  const openPairingPassword = generatePassword(nodeRandomBytes);
  const username = FIRST_ADMINISTRATOR;
  const token = sct ?? generateSct();
  await createStateFile(
    files.state,
    createInitialState({
      username,
      password,
      sct: token,
      openPairingPassword,
      ...given({ friendlyName: name }),
    }),
  );
  const invitation = { username, password, sct: token, ...given({ deviceName: name }) };
  const pairingLink = pairingLinkOf({ place: settled, fingerprint, invitation, console });
  return { productId, deviceId, fingerprint, username, password, pairingLink };
}
