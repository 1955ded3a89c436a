/** @module What a command prints, and its exit code. */
import { expect, test } from 'vitest';
import { EdgeError } from '../errors/edge-error.ts';
import { Cancelled, runProgram, type ProgramProcess } from './run-program.ts';

async function outcomeOf(run: () => Promise<unknown>, node = '24.0.0'): Promise<unknown> {
  let text = '';
  const self: ProgramProcess = { versions: { node }, stderr: { write: (line) => (text += line) } };
  await runProgram('longwire', self, run);
  return [text, self.exitCode];
}

test('a command that succeeds prints nothing and leaves its exit code alone', async () => {
  expect(await outcomeOf(() => Promise.resolve('done'))).toEqual(['', undefined]);
});

test.each([
  [new EdgeError('ERR_IN_USE', 'it runs already'), 'longwire: it runs already (ERR_IN_USE)\n', 1],
  [new TypeError('no such thing'), 'longwire: TypeError: no such thing\n', 1],
  [new Cancelled('stopped; nothing was set up'), '\nlongwire: stopped; nothing was set up\n', 130],
])('%s is printed, and sets the exit code', async (thrown, text, exitCode) => {
  expect(await outcomeOf(() => Promise.reject(thrown))).toEqual([text, exitCode]);
});

test('a command does not run on a Node that is too old', async () => {
  expect(await outcomeOf(() => Promise.reject(new Error('it ran')), '20.0.0')).toEqual([
    'longwire: Node version 20.0.0 is too old: install Node 22.18 or newer (ERR_USAGE)\n',
    1,
  ]);
});
