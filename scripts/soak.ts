/**
 * @module `npm run soak`: what takes long by nature, each many times. Faults that occur once in hundreds of runs are found here.
 * `npm run soak -- faults --runs 20` runs the tests of the catalogue of faults instead, `npm run soak -- nat` every pair of NATs, and
 * `npm run soak -- versions` yesterday's version with this one.
 */
import { runFaults } from '../e2e/faults/run-faults.ts';
import { runNat } from '../e2e/nat/run-nat.ts';
import { runVersions } from '../e2e/versions/run-versions.ts';
import { step } from './step.ts';

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

const [what, ...options] = process.argv.slice(2);
const parts = new Map<string, (args: string[]) => Promise<boolean>>([
  ['faults', runFaults],
  ['nat', runNat],
  ['versions', runVersions],
]);
const isGood = await (parts.get(what ?? '') ?? soakAll)(options);
process.exitCode = isGood ? 0 : 1;
