/**
 * @module `npm run soak`: what takes long by nature, each many times. Faults that occur once in hundreds of runs are found here.
 * `npm run soak -- faults --runs 20` runs the tests of the catalogue of faults instead, `npm run soak -- nat` every pair of NATs,
 * `npm run soak -- versions` yesterday's version with this one, and `npm run soak -- PART --minutes 30` one of {@link PARTS}.
 */
import { runFaults } from '../e2e/faults/run-faults.ts';
import { runNat } from '../e2e/nat/run-nat.ts';
import { runVersions } from '../e2e/versions/run-versions.ts';
import { runCommand, step } from './step.ts';

/** Parts that are tests, each run once or as often as its options say. */
const TESTS: ReadonlyMap<string, (options: string[]) => Promise<boolean>> = new Map([
  ['faults', runFaults],
  ['nat', runNat],
  ['versions', runVersions],
]);

/** Parts that run for a given time, each a program in the folder soak; `mutants` shows that they notice faults. */
const PARTS: readonly string[] = ['requests', 'handshakes', 'idle', 'devices', 'day', 'fuzz', 'mutants'];

/** Bursts of a hundred devices that move to the other node, each with a login right after it. */
const BURSTS = 100;

/** Large transfers through streams without framing, as deployed devices use them. */
const TRANSFERS = 200;

/** What one framed stream transfers each way, in megabytes. */
const TRANSFER_MEGABYTES = 512;

/** How long a service stays away while video continues, in milliseconds. */
const AWAY_MS = 60_000;

/** Runs tests of one end-to-end file. */
async function endToEnd(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  return await step(name, 'npm', ['run', '--silent', 'test:e2e', '--', ...args, '--retries=0'], { env });
}

async function soakAll(): Promise<boolean> {
  return (
    (await step(
      `${BURSTS * 100} logins while devices move between nodes`,
      'vitest',
      ['run', 'packages/signaling/src/nodes/moves.test.ts'],
      { env: { LONGWIRE_BURSTS: String(BURSTS) } },
    )) &&
    (await step('build', 'npm', ['run', '--silent', 'build'])) &&
    (await endToEnd(
      `${TRANSFER_MEGABYTES} megabytes each way through one framed stream`,
      ['streams.spec.ts', '--grep', 'stream/1: a large transfer'],
      { LONGWIRE_TRANSFER_MEGABYTES: String(TRANSFER_MEGABYTES) },
    )) &&
    (await endToEnd(
      `a service that stays away for ${AWAY_MS / 1000} seconds`,
      ['session-recovery.spec.ts', '--grep', 'while the service is down'],
      { LONGWIRE_AWAY_MS: String(AWAY_MS) },
    )) &&
    (await endToEnd(`${TRANSFERS} large transfers`, [
      'streams.spec.ts',
      '--grep',
      'the plain way: a large transfer',
      `--repeat-each=${TRANSFERS}`,
    ]))
  );
}

async function soak([what, ...options]: readonly string[]): Promise<boolean> {
  if (what === undefined) return await soakAll();
  const runTests = TESTS.get(what);
  if (runTests !== undefined) return await runTests(options);
  if (!PARTS.includes(what))
    throw new Error(`there is no part ${what}: choose one of ${[...TESTS.keys(), ...PARTS].join(', ')}`);
  return await runCommand('node', ['--conditions=longwire-source', `soak/${what}.ts`, ...options]);
}

process.exitCode = (await soak(process.argv.slice(2))) ? 0 : 1;
