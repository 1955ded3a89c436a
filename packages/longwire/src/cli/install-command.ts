/** @module `longwire install`: starts the household with the machine. */
import { EdgeError } from '@longwire/protocol';
import type { Command } from 'commander';
import { householdFiles } from '../household/household-files.ts';
import { setUpStage } from '../household/set-up.ts';
import { installUnit, unitProblem } from '../systemd/install-unit.ts';
import { directoryOption } from './directory-option.ts';

/** Adds the command. */
export function addInstall(program: Command): void {
  const command = program
    .command('install')
    .description('start longwire with this machine, as a systemd unit, and now; for root')
    .addOption(directoryOption());
  command.action(async () => {
    const { directory } = command.opts<{ directory: string }>();
    const problem = unitProblem({ directory });
    if (problem !== undefined) throw new EdgeError('ERR_USAGE', problem);
    const files = householdFiles(directory);
    if ((await setUpStage(files)) !== 'complete')
      throw new EdgeError('ERR_CONFIG', `nothing is set up in ${directory}: run longwire up first`);
    await installUnit();
    console.log(
      "longwire starts with this machine. 'longwire status' shows it, 'journalctl -u longwire' its log.",
    );
  });
}
