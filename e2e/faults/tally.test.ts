/** @module The counts of `npm run soak -- faults`. */
import { expect, test } from 'vitest';
import { inFile, type Fault } from './fault.ts';
import { formatTally, Tally } from './tally.ts';

const fault = (id: number, ...titles: string[]): Fault => ({
  id,
  fault: `Fault ${id}.`,
  seen: '',
  how: '',
  tests: inFile('a.test.ts', ...titles),
});

const run = (name: string, hasPassed = true, file = 'a.test.ts') => ({ file, name, hasPassed, seconds: 2 });

test('a fault fails in a run if one of its tests fails, is not run, or ran in another file only', () => {
  const tally = new Tally([fault(1, 'ends'), fault(2, 'group > ends after %s'), fault(3, 'waits')]);
  tally.add(7, [
    run('ends'),
    run('group ends after 1'),
    run('group ends after 2', false),
    run('waits', true, 'b.test.ts'),
  ]);
  tally.add(8, [run('ends'), run('group ends after 1'), run('waits')]);
  expect(tally.counts.map(({ runs, failures }) => [runs, failures])).toEqual([
    [2, 0],
    [2, 1],
    [2, 1],
  ]);
  expect(formatTally(tally, 90).split('\n').slice(-5)).toEqual([
    '| 3 | Fault 3. | 2 | 1 | 2.0 |',
    '',
    'FAIL 2, seed 7: a.test.ts: group ends after 2',
    'FAIL 3, seed 7: a.test.ts: waits (did not run)',
    '3 faults, 2 failures, 1.5 minutes',
  ]);
});
