/** @module The parts of the `longwire-signaling` command that other commands are built from. */
import { Command } from 'commander';
import { addCommonFlags } from './common-flags.ts';
import { addServeFlags, type ServeFlags } from './serve-flags.ts';

export { nodeProblem } from './oldest-node.ts';
export { serviceOptions, type ServeFlags } from './serve-flags.ts';

/** Reads the arguments of `serve`, the environment and the config file as that command does. @throws EdgeError ERR_CONFIG */
export async function readServeFlags(args: readonly string[]): Promise<ServeFlags> {
  const command = addServeFlags(addCommonFlags(new Command('serve'))).action(() => undefined);
  await command.parseAsync([...args], { from: 'user' });
  return command.opts<ServeFlags>();
}
