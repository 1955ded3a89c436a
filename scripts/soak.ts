/** @module `npm run soak`: what takes long by nature, each many times. Faults that occur once in hundreds of runs are found here. */
import { step } from './step.ts';

/** Bursts of a hundred devices that move to the other node, each with a login right after it. */
const BURSTS = 100;

/** Large transfers through streams without framing, as deployed devices use them. */
const TRANSFERS = 200;

const isGood =
  (await step(
    `${BURSTS * 100} logins while devices move between nodes`,
    'vitest',
    ['run', 'packages/signaling/src/nodes/moves.test.ts'],
    { env: { LONGWIRE_BURSTS: String(BURSTS) } },
  )) &&
  (await step('build', 'npm', ['run', '--silent', 'build'])) &&
  (await step(`${TRANSFERS} large transfers`, 'npm', [
    'run',
    '--silent',
    'test:e2e',
    '--',
    'streams.spec.ts',
    '--grep',
    'the plain way: a large transfer',
    `--repeat-each=${TRANSFERS}`,
    '--retries=0',
  ]));
process.exitCode = isGood ? 0 : 1;
