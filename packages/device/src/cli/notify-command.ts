/** @module `longwire-device notify`: a notification of the running device. */
import { resolve } from 'node:path';
import { EdgeError, given } from '@longwire/protocol';
import type { Command, Option } from 'commander';
import { connectControl } from '../control/control-client.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { directoryOption } from './directory-option.ts';

interface NotifyFlags {
  readonly directory: string;
  readonly image?: string;
}

/** Adds the command. */
export function addNotify(program: Command, directory: () => Option = directoryOption): Command {
  const command = program
    .command('notify')
    .description('notify the people of the running device')
    .argument('<title>')
    .argument('[text]')
    .option('--image <file>', 'a JPEG or PNG file of up to 128 KiB')
    .addOption(directory());
  command.action(async (title: string, body: string | undefined) => {
    const flags = command.opts<NotifyFlags>();
    const running = await connectControl(deviceDirectory(flags.directory).control);
    if (running === undefined)
      throw new EdgeError('ERR_CONTROL', `no device runs in ${flags.directory}: start it first`);
    await running.notify({
      title,
      ...given({ body }),
      ...(flags.image === undefined ? {} : { image: resolve(flags.image) }),
    });
  });
  return command;
}
