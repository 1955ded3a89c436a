/** @module `longwire doctor`: all checks of the service and of the device. */
import { EdgeError, reportVerdicts, type Verdict } from '@longwire/protocol';
import type { Command } from 'commander';
import { connectControl, printableText } from '@longwire/device/cli';
import { householdFiles, type HouseholdFiles } from '../household/household-files.ts';
import { serviceRoute } from '../household/service-route.ts';
import { readServiceFlags } from '../household/service-settings.ts';
import { directoryOption } from './directory-option.ts';
import { requireSetUp } from './require-set-up.ts';

interface DoctorFlags {
  readonly directory: string;
  /** The address, or true for that of the household. */
  readonly outside?: string | true;
  readonly json?: true;
}

/** Adds the command. */
export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'check the service, the device and the cameras, and say what to do; exit code 1 if something fails',
    )
    .addOption(directoryOption())
    .option(
      '--outside [url]',
      'check instead whether browsers outside your network reach it; with the address of a link, on another machine too',
    )
    .option('--json', 'print JSON');
  command.action(async () => {
    const { directory, outside, json } = command.opts<DoctorFlags>();
    const files = householdFiles(directory);
    const checks = outside === undefined ? examineAll(files) : examineOutside(files, outside);
    await reportVerdicts(process, checks, { json, printable: printableText });
  });
}

async function* examineOutside(files: HouseholdFiles, outside: string | true): AsyncGenerator<Verdict> {
  const { checkOutside } = await import('@longwire/signaling/check');
  yield* checkOutside({ url: outside === true ? await ownUrl(files) : serviceOrigin(outside) });
}

async function ownUrl(files: HouseholdFiles): Promise<string | undefined> {
  return (await readServiceFlags(await requireSetUp(files))).publicUrl;
}

/** The service of a link, or of an address without what follows it. @throws EdgeError ERR_USAGE */
function serviceOrigin(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/u.test(url.protocol)) return url.origin;
  throw new EdgeError('ERR_USAGE', `--outside wants an address like https://cam.example.org, got ${text}`);
}

async function* examineAll(files: HouseholdFiles): AsyncGenerator<Verdict> {
  await requireSetUp(files);
  const [{ runChecks }, { examine }] = await Promise.all([
    import('@longwire/signaling/check'),
    import('@longwire/device/doctor'),
  ]);
  const flags = await readServiceFlags(files);
  yield* runChecks(flags);
  const route = await serviceRoute(files, flags);
  yield* examine({ files, route, status: async () => (await connectControl(files.control))?.status() });
}
