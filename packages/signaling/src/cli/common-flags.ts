/** @module The options of every command. */
import type { Command } from 'commander';
import { databaseFlags } from './flags/database-flags.ts';
import { addFlagGroup } from './flags/flag-group.ts';
import { option } from './flags/option.ts';
import { settleOptions } from './settle-options.ts';

/** Adds them; those that the command line does not say are settled before the command runs. */
export function addCommonFlags(command: Command): Command {
  addFlagGroup(command, databaseFlags);
  return command
    .addOption(option('--config <file>', 'JSON file with options by their long names'))
    .hook('preAction', (_parent, running) => settleOptions(running));
}
