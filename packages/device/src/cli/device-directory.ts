/** @module Where a device keeps what it is: one directory with its identity, its state and its settings. */
import { join } from 'node:path';

/** The files of a device. */
export interface DeviceDirectory {
  readonly identity: string;
  readonly state: string;
  readonly config: string;
  /** Held by the process that runs, or changes the files. */
  readonly lock: string;
  /** The socket by which commands reach the device that runs. */
  readonly control: string;
}

/** The files in a directory. */
export function deviceDirectory(directory: string): DeviceDirectory {
  return {
    identity: join(directory, 'identity.pem'),
    state: join(directory, 'state.json'),
    config: join(directory, 'device.toml'),
    lock: join(directory, 'device.lock'),
    control: join(directory, 'control.sock'),
  };
}
