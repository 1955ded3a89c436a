/** @module The directory of a device: its identity, its state and its settings. */
import { join } from 'node:path';

/** The files of a device. */
export interface DeviceDirectory {
  readonly identity: string;
  readonly state: string;
  readonly events: string;
  readonly config: string;
  /** Locked by the process that runs the device or changes the files. */
  readonly lock: string;
  /** The socket through which commands reach the running device. */
  readonly control: string;
}

/** The paths of the files in a directory. */
export function deviceDirectory(directory: string): DeviceDirectory {
  return {
    identity: join(directory, 'identity.pem'),
    state: join(directory, 'state.json'),
    events: join(directory, 'events.json'),
    config: join(directory, 'device.toml'),
    lock: join(directory, 'device.lock'),
    control: join(directory, 'control.sock'),
  };
}
