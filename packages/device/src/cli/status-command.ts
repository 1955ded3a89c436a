/** @module `longwire-device status`: the status of the running device. */
import type { Command } from 'commander';
import { connectControl } from '../control/control-client.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { directoryOption } from './directory-option.ts';
import { formatStatus } from './format-status.ts';

interface StatusFlags {
  readonly directory: string;
  readonly json?: true;
}

/** Adds the command. */
export function addStatus(program: Command): void {
  const command = program
    .command('status')
    .description('show the status of the running device; exit code 1 when none runs')
    .addOption(directoryOption())
    .option('--json', 'print JSON');
  command.action(async () => {
    const { directory, json } = command.opts<StatusFlags>();
    const running = await connectControl(deviceDirectory(directory).control);
    if (running === undefined) process.exitCode = 1;
    const status = await running?.status();
    if (json === true)
      console.log(JSON.stringify({ running: status !== undefined, ...status }, undefined, 2));
    else console.log(status === undefined ? `no device runs in ${directory}` : formatStatus(status));
  });
}
