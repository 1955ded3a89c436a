/** @module `longwire-signaling check`: what works, what fails, and how to fix it. */
import { reportVerdicts } from '@longwire/protocol';
import { Option, type Command } from 'commander';
import { addCommonFlags } from '../common-flags.ts';
import { printable, type OutputFlags } from '../output.ts';
import { addServeFlags, type ServeFlags } from '../serve-flags.ts';

/** Adds the command; it has the same options as `serve`. */
export function addCheckCommand(program: Command): void {
  const command = addCommonFlags(
    program
      .command('check')
      .description('check everything that serve needs with these options; exit code 1 if something fails'),
  );
  addServeFlags(command)
    .addOption(new Option('--json', 'print JSON'))
    .action(async () => check(command.opts<ServeFlags & OutputFlags>()));
}

async function check(flags: ServeFlags & OutputFlags): Promise<void> {
  const { runChecks } = await import('../check/run-checks.ts');
  await reportVerdicts(process, runChecks(flags), { json: flags.json, printable });
}
