/** @module Runs commands of the service and of the device one after another in one process, which starts once instead of for each. */
import { TaskQueue } from '@longwire/protocol';
import { createProgram as createDeviceProgram } from '../../packages/device/src/cli/program.ts';
import { createProgram as createSignalingProgram } from '../../packages/signaling/src/cli/program.ts';
import type { CommandRequest, CommandResult } from '../harness/command-process.ts';

const PROGRAMS = { signaling: createSignalingProgram, device: createDeviceProgram };

/** What the running command has printed; nothing else prints here. */
let output = '';
process.stdout.write = (text: string | Uint8Array): boolean => {
  output += String(text);
  return true;
};

async function answer({ id, program, args }: CommandRequest): Promise<CommandResult> {
  output = '';
  try {
    await PROGRAMS[program]().exitOverride().parseAsync(args, { from: 'user' });
    return { id, ok: true, output };
  } catch (error) {
    return { id, ok: false, output: String(error) };
  }
}

// As the command of the service does: other users must not read databases.
process.umask(0o077);
const commands = new TaskQueue();
process.on('message', (request: CommandRequest) => {
  void commands.run(async () => process.send?.(await answer(request)));
});
// The end of the process that asks.
process.once('disconnect', () => process.exit());
