/** @module `longwire-device doctor`: checks everything a device needs and says how to mend what does not work. */
import { reportVerdicts } from '@longwire/protocol';
import type { Command } from 'commander';
import { connectControl } from '../control/control-client.ts';
import type { StatusReport } from '../control/status-report.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import { directoryOption } from './directory-option.ts';
import { printableText } from './printable-text.ts';

interface DoctorFlags {
  readonly directory: string;
  readonly json?: true;
}

/** Adds the command. */
export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'check everything a device needs, and say what to do; exit code 1 when something does not work',
    )
    .addOption(directoryOption())
    .option('--json', 'print JSON');
  command.action(async () => {
    const { directory, json } = command.opts<DoctorFlags>();
    const { examine } = await import('../doctor/doctor.ts');
    const files = deviceDirectory(directory);
    const status = async (): Promise<StatusReport | undefined> =>
      (await connectControl(files.control))?.status();
    const checks = examine({ files: { ...files, directory }, status });
    await reportVerdicts(process, checks, { json, printable: printableText });
  });
}
