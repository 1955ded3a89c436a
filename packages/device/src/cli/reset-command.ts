/** @module `longwire-device reset`: deletes all users and starts over with a first administrator. */
import { createInterface } from 'node:readline/promises';
import { EdgeError } from '@longwire/protocol';
import type { Command } from 'commander';
import { readConfig } from '../config/config-file.ts';
import { loadIdentity, replaceIdentity } from '../identity/identity-file.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { directoryOption } from './directory-option.ts';
import { addLinkOptions, checkLinkFlags, printInvitation, type LinkFlags } from './invite-command.ts';
import { openOperations } from './open-operations.ts';
import { DATABASE_HINT, registrationCommands } from './registration.ts';

interface ResetFlags extends LinkFlags {
  readonly directory: string;
  readonly newKey?: boolean;
  readonly yes?: boolean;
}

/** Adds the command. */
export function addReset(program: Command): void {
  const command = addLinkOptions(
    program
      .command('reset')
      .description('delete every user, password and browser, and start over with a first administrator')
      .addOption(directoryOption())
      .option('--new-key', 'also make a new key: the service has to be given its fingerprint')
      .option('--yes', 'do not ask'),
  );
  command.action(async () => reset(command.opts<ResetFlags>()));
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new EdgeError('ERR_USAGE', 'reset needs --yes because there is no terminal to ask in');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(`${question} Type yes: `)).trim() === 'yes';
  } finally {
    terminal.close();
  }
}

async function reset({ directory, newKey = false, yes = false, ...flags }: ResetFlags): Promise<void> {
  checkLinkFlags(flags);
  const files = deviceDirectory(directory);
  const config = await readConfig(files.config);
  const isSure =
    yes || (await confirm(`Every user of ${config.productId}/${config.deviceId} will be deleted.`));
  if (!isSure) {
    console.log('Nothing was changed.');
    return;
  }
  using open = await openOperations(directory, config);
  if (newKey && open.isRunning)
    throw new EdgeError('ERR_IN_USE', 'cannot change the key of a running device: stop it first');
  const invitation = await open.operations.reset(flags.sct === undefined ? {} : { sct: flags.sct });
  const { fingerprint } = newKey ? await replaceIdentity(files.identity) : await loadIdentity(files.identity);
  printInvitation({ place: config, fingerprint, invitation, isInvite: false, flags });
  if (!newKey || flags.json === true) return;
  const { rekey } = registrationCommands({ ...config, fingerprint });
  console.log(`\nThe key is new. To give it to the service, ${DATABASE_HINT}:\n  ${rekey}`);
}
