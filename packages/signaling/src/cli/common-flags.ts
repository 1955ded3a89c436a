/** @module The options of every command. */
import type { Command } from 'commander';
import { databaseFlags } from './flags/database-flags.ts';
import { addFlagGroup } from './flags/flag-group.ts';
import { option } from './flags/option.ts';
import { resolveOptions } from './resolve-options.ts';

/**
 * Adds the common options and settles options that are missing on the command line before the command runs.
 */
export function addCommonFlags(command: Command): Command {
  addFlagGroup(command, databaseFlags);
  return command
    .addOption(option('--config <file>', 'JSON file with options, keyed by long name'))
    .hook('preAction', (_parent, running) => resolveOptions(running));
}
