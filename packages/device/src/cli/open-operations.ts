/** @module An owner's operations in a directory: through the device that runs there, else on its files under the same lock. */
import { setTimeout as delay } from 'node:timers/promises';
import { EdgeError, hasErrorCode } from '@longwire/protocol';
import { connectControl } from '../control/control-client.ts';
import { lockDirectory, type DirectoryLock } from '../control/directory-lock.ts';
import { iamOperations } from '../control/iam-operations.ts';
import type { UserOperations } from '../control/user-operations.ts';
import { configuredIam } from '../config/configured-iam.ts';
import type { DeviceConfig } from '../config/device-config.ts';
import { Iam } from '../iam/iam.ts';
import { openStateFile } from '../store/state-file.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { becomeOwner } from './directory-owner.ts';

/** The operations, and whether they act on a running device. */
export interface OpenOperations extends Disposable {
  readonly operations: UserOperations;
  readonly isRunning: boolean;
}

/** How often a device that is starting or stopping is tried again, and the interval in milliseconds: two seconds in total. */
const ATTEMPTS = 20;
const ATTEMPT_MS = 100;

function tryLock(file: string): DirectoryLock | undefined {
  try {
    return lockDirectory(file);
  } catch (error) {
    if (hasErrorCode(error, 'ERR_IN_USE')) return undefined;
    throw error;
  }
}

/** Opens them, as the owner of the directory. @throws EdgeError ERR_IN_USE, ERR_CONTROL, ERR_STORE_READ */
export async function openOperations(directory: string, config: DeviceConfig): Promise<OpenOperations> {
  await becomeOwner(directory);
  const files = deviceDirectory(directory);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const running = await connectControl(files.control);
    if (running !== undefined)
      return { operations: running, isRunning: true, [Symbol.dispose]: () => undefined };
    const lock = tryLock(files.lock);
    if (lock !== undefined) return onFiles(files.state, config, lock);
    await delay(ATTEMPT_MS);
  }
  throw new EdgeError(
    'ERR_IN_USE',
    `${directory} is locked by a process that takes no commands, such as a program on the SDK: stop it, or try again if a device is just starting or stopping`,
  );
}

function onFiles(state: string, config: DeviceConfig, lock: DirectoryLock): OpenOperations {
  try {
    const iam = new Iam({ store: openStateFile(state), config: configuredIam(config) });
    return { operations: iamOperations({ iam }), isRunning: false, [Symbol.dispose]: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
