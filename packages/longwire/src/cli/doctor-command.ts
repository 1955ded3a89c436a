/** @module `longwire doctor`: all checks of the service and of the device. */
import { formatVerdict, type Verdict } from '@longwire/protocol';
import type { Command } from 'commander';
import { connectControl, printableVerdict } from '@longwire/device/cli';
import { householdFiles, type HouseholdFiles } from '../household/household-files.ts';
import { serviceRoute } from '../household/service-route.ts';
import { readServiceFlags } from '../household/service-settings.ts';
import { directoryOption } from './directory-option.ts';
import { requireSetUp } from './require-set-up.ts';

/** Adds the command. */
export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'check the service, the device and the cameras, and say what to do; exit code 1 if something fails',
    )
    .addOption(directoryOption())
    .option('--json', 'print JSON');
  command.action(async () => {
    const { directory, json } = command.opts<{ directory: string; json?: true }>();
    const files = await requireSetUp(householdFiles(directory));
    const verdicts: Verdict[] = [];
    for await (const verdict of examineAll(files)) {
      verdicts.push(verdict);
      if (json !== true) console.log(formatVerdict(printableVerdict(verdict)));
    }
    if (json === true) console.log(JSON.stringify(verdicts, undefined, 2));
    if (verdicts.some(({ kind }) => kind === 'bad')) process.exitCode = 1;
  });
}

async function* examineAll(files: HouseholdFiles): AsyncGenerator<Verdict> {
  const [{ runChecks }, { examine }] = await Promise.all([
    import('@longwire/signaling/check'),
    import('@longwire/device/doctor'),
  ]);
  const flags = await readServiceFlags(files);
  yield* runChecks(flags);
  const route = await serviceRoute(files, flags);
  yield* examine({ files, route, status: async () => (await connectControl(files.control))?.status() });
}
