/** @module The folder of a household: that of its device, with the database and the settings of its service beside. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { deviceDirectory, type DeviceDirectory } from '@longwire/device/cli';

/** The files of a household. */
export interface HouseholdFiles extends DeviceDirectory {
  readonly directory: string;
  readonly database: string;
  /** The settings of the service: a config file of `longwire-signaling serve`. */
  readonly service: string;
  /** The certificate of the service's own authority, if it made one. */
  readonly authority: string;
}

/** The paths of the files in a folder. */
export function householdFiles(directory: string): HouseholdFiles {
  return {
    ...deviceDirectory(directory),
    directory,
    database: join(directory, 'service.db'),
    service: join(directory, 'service.json'),
    authority: join(directory, 'tls/authority.pem'),
  };
}

/** Where a household is kept: of the whole machine for root, else of the user. */
export function defaultDirectory(
  uid: number | undefined = process.getuid?.(),
  home: string = homedir(),
): string {
  return uid === 0 ? '/var/lib/longwire' : join(home, '.local/share/longwire');
}
