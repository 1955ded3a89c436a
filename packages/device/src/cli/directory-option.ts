/** @module The option of every command that selects the device. */
import { Option } from 'commander';

/** StateDirectory= of the systemd unit. */
const DEFAULT_DIRECTORY = '/var/lib/longwire-device';

/** `--directory`, or `LONGWIRE_DEVICE_DIRECTORY`. */
export function directoryOption(): Option {
  return new Option('--directory <dir>', 'where the device keeps its key, users and settings')
    .env('LONGWIRE_DEVICE_DIRECTORY')
    .default(DEFAULT_DIRECTORY);
}
