/** @module Sets a household up the first time, and runs it. */
import { EdgeError, stopSignal } from '@longwire/protocol';
import { becomeOwner, connectControl, type InitResult, type LogLevel } from '@longwire/device/cli';
import { browserAddress, trustPage } from '../household/addresses.ts';
import { trustBy } from '../household/authority.ts';
import { householdFiles, type HouseholdFiles } from '../household/household-files.ts';
import { newHousehold, serviceSettings, type FirstStart } from '../household/new-household.ts';
import { requirePort } from '../household/port-free.ts';
import { runHousehold } from '../household/run-household.ts';
import { readServiceFlags } from '../household/service-settings.ts';
import { continueSetUp, setUp, setUpStage } from '../household/set-up.ts';
import { waitForDevice } from '../household/wait-for-device.ts';
import { terminalAsk, type Ask } from '../questions/ask.ts';
import { installUnit, unitProblem } from '../systemd/install-unit.ts';
import { firstLink, printFirstLink } from './print-link.ts';

/** The options of `longwire up`. */
export interface UpFlags extends FirstStart {
  readonly directory: string;
  readonly logLevel: LogLevel;
  readonly yes?: true;
}

/** Longest time from a signal to the end of the process, in milliseconds, if a peer, a camera or the database does not close. */
const MAX_STOP_MS = 15_000;

/** The options that only a first start reads. */
const FIRST_OPTIONS = [
  'camera',
  'name',
  'host',
  'port',
  'domain',
  'acmeServer',
  'tlsCert',
  'tlsKey',
] as const;

/** Runs a household; sets it up before, if it is not. */
export async function up(flags: UpFlags): Promise<void> {
  const files = householdFiles(flags.directory);
  if ((await connectControl(files.control)) !== undefined)
    throw new EdgeError(
      'ERR_IN_USE',
      `longwire runs in ${files.directory} already: longwire status shows it`,
    );
  const ask = askOf(flags);
  const isNew = (await setUpStage(files)) !== 'complete';
  if (!isNew) requireNoFirstOptions(flags);
  const isUnit = ask !== undefined && isNew && (await wantsUnit(files));
  if (!isUnit) await becomeOwner(files.directory);
  const made = isNew ? await make(files, flags) : undefined;
  if (isUnit) await runAsUnit(files, made);
  else await runHere(files, flags.logLevel, made);
}

/** There is a person to ask only in a terminal. */
function askOf({ yes }: UpFlags): Ask | undefined {
  return yes === true || !process.stdin.isTTY ? undefined : terminalAsk;
}

function requireNoFirstOptions(flags: UpFlags): void {
  const given = FIRST_OPTIONS.find((name) => name !== 'camera' && flags[name] !== undefined);
  const option = flags.camera.length > 0 ? 'camera' : given;
  if (option === undefined) return;
  const file = option === 'camera' ? 'device.toml' : 'service.json';
  const words = option.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  throw new EdgeError(
    'ERR_ALREADY_EXISTS',
    `--${words} is for the first start, and ${flags.directory} is set up already: nothing was changed. Change ${flags.directory}/${file} instead, or use another --directory`,
  );
}

/** Asks whether to start with the machine, where that is possible. */
async function wantsUnit({ directory }: HouseholdFiles): Promise<boolean> {
  if (unitProblem({ directory }) !== undefined) return false;
  return await terminalAsk.confirm('Start it with this machine from now on (as a systemd unit)?');
}

async function make(files: HouseholdFiles, flags: UpFlags): Promise<InitResult> {
  if ((await setUpStage(files)) === 'settings') return await continueSetUp(files, flags.name ?? 'Home');
  const { host, port, 'plain-port': plainPort } = serviceSettings(flags);
  await requirePort(host, port);
  if (plainPort !== undefined) await requirePort(host, plainPort);
  return await setUp(files, await newHousehold(flags, { ask: askOf(flags) }));
}

async function runAsUnit(files: HouseholdFiles, made: InitResult | undefined): Promise<void> {
  await installUnit();
  await waitForDevice(files);
  if (made === undefined) return;
  const flags = await readServiceFlags(files);
  printFirst(files, made, await browserAddress(flags), await trustPage(flags));
}

async function runHere(
  files: HouseholdFiles,
  logLevel: LogLevel,
  made: InitResult | undefined,
): Promise<void> {
  const signal = stopSignal(process);
  signal.addEventListener('abort', () => setTimeout(giveUp, MAX_STOP_MS).unref());
  const flags = await readServiceFlags(files, ['--log-level', logLevel]);
  const address = await browserAddress(flags);
  const page = await trustPage(flags);
  if (made !== undefined && flags.domain !== undefined)
    console.log(
      `getting the certificate of ${flags.domain}: from the Internet, this name must lead to port 443 or 80 of this machine; until it comes, the device does not trust the service`,
    );
  const handleReady = (): void => {
    console.log(`longwire is running at ${address}`);
    if (made !== undefined) printFirst(files, made, address, page);
  };
  await runHousehold({ files, flags, logLevel, signal, handleReady });
}

function giveUp(): void {
  process.stderr.write('longwire: did not stop in time and was ended\n');
  process.exit(1);
}

function printFirst(
  files: HouseholdFiles,
  made: InitResult,
  address: string,
  page: string | undefined,
): void {
  printFirstLink({ link: firstLink(made, address), trust: trustBy(page, files) });
}
