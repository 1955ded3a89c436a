/** @module The options of a part of the soak, and how it ends. */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

/** What a run was asked for. */
export interface PartOptions {
  readonly minutes: number;
  /** Of everything that is chosen at random. */
  readonly seed: number;
  /** Of a part that has names: those to run, all by default. */
  readonly only: readonly string[];
}

const load = (): string => loadavg()[0]?.toFixed(1) ?? '';

/** `--minutes N --seed N --only NAME,NAME`; the seed is `LONGWIRE_SEED` without it. @throws Error for a time that is none, or a name that the part does not have. */
function readOptions(defaultMinutes: number, names: readonly string[]): PartOptions {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: String(defaultMinutes) },
      seed: { type: 'string', default: process.env['LONGWIRE_SEED'] ?? '1' },
      only: { type: 'string' },
    },
  });
  if (values.only !== undefined && names.length === 0)
    throw new Error('this part runs whole: it takes no --only');
  const only = values.only?.split(',') ?? names;
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')} is not one of: ${names.join(', ')}`);
  const minutes = Number(values.minutes);
  if (!(minutes >= 0)) throw new RangeError(`--minutes must be a number, got ${values.minutes}`);
  return { minutes, seed: Number(values.seed), only };
}

/** What came of a part: lines to print, and everything that must not be. */
export interface PartResult {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** The most faults that are printed. */
const SHOWN = 20;

/** Runs a part as this process: prints what came of it, how long it ran and the load, and exits with 1 after a fault. */
export async function runPart(
  defaultMinutes: number,
  run: (options: PartOptions) => Promise<PartResult>,
  names: readonly string[] = [],
): Promise<never> {
  const options = readOptions(defaultMinutes, names);
  const [startedMs, before] = [performance.now(), load()];
  const { lines, faults } = await run(options);
  const minutes = ((performance.now() - startedMs) / 60_000).toFixed(1);
  for (const line of lines) console.log(line);
  for (const fault of faults.slice(0, SHOWN)) console.log(`FAULT ${fault}`);
  console.log(
    `${faults.length} faults, seed ${options.seed}, ${minutes} minutes, load ${before} before and ${load()} after`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
}
