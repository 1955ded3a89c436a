/** @module The parts of the `longwire-signaling` command that other commands are built from. */
import { Command } from 'commander';
import { addCommonFlags } from './common-flags.ts';
import { listenAddress } from './flags/network-flags.ts';
import { addServeFlags, type ServeFlags as ParsedFlags } from './serve-flags.ts';

export { hasTls } from './flags/tls-flags.ts';
export { serviceOptions } from './serve-flags.ts';

/** The options of `serve`, with the address on which it listens. */
export type ServeFlags = ParsedFlags & ReturnType<typeof listenAddress>;

/** Reads the arguments of `serve`, the environment and the config file as that command does. @throws EdgeError ERR_CONFIG */
export async function readServeFlags(args: readonly string[]): Promise<ServeFlags> {
  const command = addServeFlags(addCommonFlags(new Command('serve'))).action(() => undefined);
  await command.parseAsync([...args], { from: 'user' });
  const flags = command.opts<ParsedFlags>();
  return { ...flags, ...listenAddress(flags) };
}
