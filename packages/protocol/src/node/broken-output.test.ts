/** @module A command goes on when its output cannot be written. */
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { surviveBrokenOutput } from './broken-output.ts';

test('lost lines of the log change nothing, and lost results are said and end with status 1', () => {
  const written: string[] = [];
  const output = () => Object.assign(new EventEmitter(), { write: (text: string) => written.push(text) });
  const self: { stdout: ReturnType<typeof output>; stderr: ReturnType<typeof output>; exitCode?: number } = {
    stdout: output(),
    stderr: output(),
  };
  surviveBrokenOutput('longwire', self);
  self.stderr.emit('error', new Error('ENOSPC'));
  expect([self.exitCode, written]).toEqual([undefined, []]);
  self.stdout.emit('error', new Error('write EPIPE'));
  expect([self.exitCode, written]).toEqual([1, ['longwire: cannot write to stdout: write EPIPE\n']]);
});
