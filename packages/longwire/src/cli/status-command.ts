/** @module `longwire status`: the service and the device of the running household. */
import type { Command } from 'commander';
import { connectControl, formatStatus } from '@longwire/device/cli';
import { browserAddress, trustPage } from '../household/addresses.ts';
import { trustBy } from '../household/authority.ts';
import { householdFiles } from '../household/household-files.ts';
import { readServiceFlags } from '../household/service-settings.ts';
import { directoryOption } from './directory-option.ts';
import { requireSetUp } from './require-set-up.ts';

/** Adds the command. */
export function addStatus(program: Command): void {
  const command = program
    .command('status')
    .description('show what runs; exit code 1 when nothing does')
    .addOption(directoryOption())
    .option('--json', 'print JSON');
  command.action(async () => {
    const { directory, json } = command.opts<{ directory: string; json?: true }>();
    const files = await requireSetUp(householdFiles(directory));
    const status = await (await connectControl(files.control))?.status();
    if (status === undefined) process.exitCode = 1;
    const flags = await readServiceFlags(files);
    const address = await browserAddress(flags);
    const authority = trustBy(await trustPage(flags), files);
    if (json === true)
      console.log(
        JSON.stringify({ running: status !== undefined, address, authority, ...status }, undefined, 2),
      );
    else if (status === undefined)
      console.log(`longwire does not run in ${directory}: longwire up starts it`);
    else {
      console.log(`address: ${address}`);
      if (authority !== undefined)
        console.log(`without a warning: ${authority.page} first (SHA-256 ${authority.fingerprint})`);
      console.log(formatStatus(status));
    }
  });
}
