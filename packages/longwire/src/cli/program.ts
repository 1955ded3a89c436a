/** @module The command line of a household. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addInvite, addNotify, addUsers } from '@longwire/device/cli';
import { browserAddress } from '../household/addresses.ts';
import { householdFiles } from '../household/household-files.ts';
import { readServiceFlags } from '../household/service-settings.ts';
import { directoryOption } from './directory-option.ts';
import { addDoctor } from './doctor-command.ts';
import { addInstall } from './install-command.ts';
import { requireSetUp } from './require-set-up.ts';
import { addStatus } from './status-command.ts';
import { addUp } from './up-command.ts';

/** At the same place for sources and built files. */
const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Builds the whole command line. */
export function createProgram(): Command {
  const program = new Command('longwire')
    .description('Your cameras in any browser: signaling service, console and device in one process.')
    .version(manifest.version)
    .showHelpAfterError('(see --help)');
  addUp(program);
  addStatus(program);
  addInvite(program, directoryOption).hook('preAction', async (_, command) => {
    const { directory, console } = command.opts<{ directory: string; console?: string }>();
    const files = await requireSetUp(householdFiles(directory));
    if (console === undefined)
      command.setOptionValue('console', await browserAddress(await readServiceFlags(files)));
  });
  for (const add of [addUsers, addNotify])
    add(program, directoryOption).hook('preAction', async (_, command) => {
      await requireSetUp(householdFiles(command.opts<{ directory: string }>().directory));
    });
  addDoctor(program);
  addInstall(program);
  return program;
}
