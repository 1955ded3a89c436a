/** @module Where a device keeps what it is: one directory with its identity, its state and its settings. */
import { join } from 'node:path';

/** The files of a device. */
export interface DeviceDirectory {
  readonly identity: string;
  readonly state: string;
  readonly settings: string;
}

/** The files in a directory. */
export function deviceDirectory(directory: string): DeviceDirectory {
  return {
    identity: join(directory, 'identity.pem'),
    state: join(directory, 'state.json'),
    settings: join(directory, 'device.json'),
  };
}
