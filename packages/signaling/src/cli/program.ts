/** @module The command line of the service. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addApiKeyCommands } from './commands/api-key-commands.ts';
import { addAuditCommands } from './commands/audit-commands.ts';
import { addCheckCommand } from './commands/check-command.ts';
import { addDeviceCommands } from './commands/device-commands.ts';
import { addOperatorCommands } from './commands/operator-commands.ts';
import { addProductCommands } from './commands/product-commands.ts';
import { addTokenCommands } from './commands/token-commands.ts';
import { addTransferCommands } from './commands/transfer-commands.ts';
import { addCommonFlags } from './common-flags.ts';
import { hasTls } from './flags/tls-flags.ts';
import { addServeFlags, type ServeFlags } from './serve-flags.ts';

/** At the same place for sources and built files. */
const manifest: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Creates the command line; `configure` sees the program before the commands inherit its settings. */
export function createProgram(configure?: (program: Command) => void): Command {
  const program = new Command('longwire-signaling')
    .description(
      'The Longwire signaling service. Every option of serve is also an environment variable and a config file key.',
    )
    .version(manifest.version)
    .showHelpAfterError('(see --help)');
  configure?.(program);
  addServe(program);
  addCheckCommand(program);
  addProductCommands(program);
  addDeviceCommands(program);
  addTokenCommands(program);
  addOperatorCommands(program);
  addApiKeyCommands(program);
  addAuditCommands(program);
  addTransferCommands(program);
  return program;
}

function addServe(program: Command): void {
  const command = addCommonFlags(program.command('serve').description('run the service'));
  addServeFlags(command).action(async () => {
    const flags = command.opts<ServeFlags>();
    // Without a listener SIGHUP ends the process; before a certificate is loaded there is nothing to reload.
    if (hasTls(flags)) process.on('SIGHUP', () => undefined);
    // Imported here because HTTP and sockets take most of the start-up time and other commands do not need
    // them.
    const { serve } = await import('./serve.ts');
    await serve(flags);
  });
}
