/** @module `npm run soak -- faults` does not succeed without having run a test. */
import { expect, test } from 'vitest';
import { runFaults } from './run-faults.ts';

test.each([
  ['a number that no fault has', ['--fault', '1,999'], 'no test to run for fault 999'],
  ['a fault that is no number', ['--fault', 'x'], 'no test to run for fault NaN'],
  ['no runs', ['--runs', '0'], '--runs must be at least 1, got 0'],
  ['runs that are no number', ['--runs', 'two'], '--runs must be at least 1, got two'],
])('%s is an error', async (_title, args, message) => {
  await expect(runFaults(['--unit', ...args])).rejects.toThrow(message);
});
