/**
 * @module `npm run soak -- faults --runs 20 [--seed 1] [--unit] [--fault 26,37]`: runs the tests of the catalogue many times, each time
 * with another seed, and prints for each fault how often its tests ran, how often one failed, and how long the slowest took.
 */
import { parseArgs } from 'node:util';
import { runCommand, step } from '../../scripts/step.ts';
import { FAULTS } from './catalogue.ts';
import type { Fault } from './fault.ts';
import { isEndToEnd, runTests } from './run-tests.ts';
import { formatTally, Tally } from './tally.ts';

/** The faults of these numbers, or all, with the tests that are to run; one whose tests all need a browser may have none. */
function choose(ids: readonly number[] | undefined, isUnit: boolean): readonly Fault[] {
  return FAULTS.filter(({ id }) => ids?.includes(id) ?? true)
    .map((fault) => ({ ...fault, tests: fault.tests.filter(({ file }) => !isUnit || !isEndToEnd(file)) }))
    .filter(({ tests }) => tests.length > 0);
}

/** Answers whether no test failed. @throws Error when there is nothing to run */
export async function runFaults(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      unit: { type: 'boolean', default: false },
      fault: { type: 'string' },
    },
  });
  const ids = values.fault?.split(',').map(Number);
  const faults = choose(ids, values.unit);
  const without = ids?.filter((id) => !faults.some((fault) => fault.id === id)) ?? [];
  if (without.length > 0) throw new Error(`no test to run for fault ${without.join(', ')}`);
  const runs = Number(values.runs);
  if (!(runs >= 1)) throw new RangeError(`--runs must be at least 1, got ${values.runs}`);
  if (!values.unit && !(await step('build', 'npm', ['run', '--silent', 'build']))) return false;
  const started = performance.now();
  const tally = new Tally(faults);
  const first = Number(values.seed);
  for (let seed = first; seed < first + runs; seed += 1) {
    const ran = await runTests(
      faults.flatMap(({ tests }) => tests),
      seed,
      runCommand,
    );
    tally.add(seed, ran);
    console.log(`run with seed ${seed}: ${ran.length} tests, ${tally.failures.length} failures so far`);
  }
  console.log(formatTally(tally, (performance.now() - started) / 1000));
  return tally.failures.length === 0;
}
