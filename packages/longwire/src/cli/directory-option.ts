/** @module The option of every command that selects the household. */
import { Option } from 'commander';
import { defaultDirectory } from '../household/household-files.ts';

/** `--directory`, or `LONGWIRE_HOME`. */
export function directoryOption(): Option {
  return new Option('--directory <dir>', 'where keys, users and settings are kept')
    .env('LONGWIRE_HOME')
    .default(defaultDirectory());
}
