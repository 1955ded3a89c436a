/** @module The command line of the service. */
import { Command } from 'commander';
import { applyConfigFile } from './config-file.ts';
import { option } from './option.ts';
import {
  addDevice,
  addProduct,
  addToken,
  type DeviceFlags,
  type ProductFlags,
  type TokenFlags,
} from './registry-commands.ts';
import { addServeFlags, type ServeFlags } from './serve-flags.ts';
import { serve } from './serve.ts';

/** Makes the whole command line; `configure` sees the program before its commands take over its settings. */
export function createProgram(configure?: (program: Command) => void): Command {
  const program = new Command('longwire-signaling')
    .description(
      'The Longwire signaling service. Every option is also an environment variable and a key of the config file.',
    )
    .showHelpAfterError('(see --help)');
  configure?.(program);
  addServe(program);
  addProductCommand(program);
  addDeviceCommand(program);
  addTokenCommand(program);
  return program;
}

function addServe(program: Command): void {
  const command = addCommonFlags(program.command('serve').description('run the service'));
  addServeFlags(command).action(async () => serve(command.opts<ServeFlags>()));
}

function addProductCommand(program: Command): void {
  const group = program.command('product').description('products');
  const command = addCommonFlags(group.command('add').description('register a product'));
  command
    .argument('<productId>')
    .addOption(option('--jwt-issuer <iss>', 'issuer whose jwts clients may log in with'))
    .addOption(option('--jwt-audience <aud>', 'audience that these jwts must name'))
    .addOption(option('--jwks <file|url>', "the issuer's public keys"))
    .action(async (productId: string) => addProduct(productId, command.opts<ProductFlags>()));
}

function addDeviceCommand(program: Command): void {
  const group = program.command('device').description('devices');
  const command = addCommonFlags(group.command('add').description('register a device'));
  command
    .argument('<productId>')
    .argument('<deviceId>')
    .addOption(option('--fingerprint <hex>', "SHA-256 of the device's public key").makeOptionMandatory())
    .addOption(option('--name <name>', 'a name for people'))
    .action(async (productId: string, deviceId: string) =>
      addDevice(productId, deviceId, command.opts<DeviceFlags>()),
    );
}

function addTokenCommand(program: Command): void {
  const group = program.command('token').description('connection tokens');
  const command = addCommonFlags(
    group
      .command('add')
      .description('make a token for a device, or for all devices of a product, and print it once'),
  );
  command
    .argument('<productId>')
    .argument('[deviceId]')
    .addOption(option('--expires <duration>', 'how long it is valid: 12h, 30d').default('30d'))
    .action(async (productId: string, deviceId: string | undefined) =>
      addToken(productId, deviceId, command.opts<TokenFlags>()),
    );
}

/** The options of every command; the config file is read before the command runs. */
function addCommonFlags(command: Command): Command {
  return command
    .addOption(option('--database <file>', "the registry's file").default('longwire-signaling.db'))
    .addOption(option('--config <file>', 'JSON file with options by their long names'))
    .hook('preAction', (_parent, running) => {
      const { config } = running.opts<{ config?: string }>();
      if (config !== undefined) applyConfigFile(running, config);
    });
}
