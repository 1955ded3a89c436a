/** @module The state of a device that a program runs. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { deviceDirectory } from './device-directory.ts';
import { lockDirectory } from '../control/directory-lock.ts';
import type { StateStore } from '../iam/state-store.ts';
import { openStateFile } from './state-file.ts';

/** A store that no other process changes. */
export interface HeldState {
  readonly store: StateStore;
  /** Others may change it again. Again does nothing. */
  readonly release: () => void;
}

/**
 * Opens the state in a file. In a directory that `longwire-device init` has made, it also takes the lock: a command or another process would
 * overwrite what this one stores, and be overwritten. @throws EdgeError ERR_IN_USE, ERR_STORE_WRITE, and as {@link openStateFile}
 */
export function holdState(path: string): HeldState {
  const { state, lock: file } = deviceDirectory(dirname(path));
  const lock = resolve(state) === resolve(path) && existsSync(path) ? lockDirectory(file) : undefined;
  const release = (): void => lock?.release();
  try {
    return { store: openStateFile(path), release };
  } catch (error) {
    release();
    throw error;
  }
}
