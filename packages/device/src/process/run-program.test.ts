/** @module Programs that hang, print without end, or leave others behind: each ends in time and leaves nothing that runs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-program-'));
afterAll(() => rmSync(directory, { recursive: true }));

const SOON_MS = 500;
const LATER_MS = 60_000;
const shell = (script: string, timeoutMs: number, input?: string) =>
  runProgram('/bin/sh', ['-c', script], timeoutMs, { cwd: directory, ...(input !== undefined && { input }) });

/** Whether a process runs; one that has ended and that no parent has asked for is listed as a zombie. */
function isRunning(pid: string): boolean {
  try {
    return !/\) [ZX] /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // There is no such process.
    return false;
  }
}

test('gives a program its input, and returns what it printed', async () => {
  expect(await shell('cat; echo error >&2', LATER_MS, 'ä\n')).toEqual({ kind: 'done', output: 'ä\n' });
  expect(await shell('echo out; echo why >&2; exit 3', LATER_MS)).toEqual({
    kind: 'failed',
    errors: 'why\n',
  });
  expect(await shell('kill -9 $$', LATER_MS)).toEqual({ kind: 'failed', errors: '' });
});

test('ends a program that takes too long, and what it has started', async () => {
  const end = await shell('sleep 600 & echo $! > child; cat /dev/zero > /dev/null', SOON_MS);
  expect(end).toEqual({ kind: 'slow' });
  const child = readFileSync(join(directory, 'child'), 'utf8').trim();
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('ends a program that prints without end, and says so', async () => {
  const end = await shell('yes & echo $! > child; wait', LATER_MS);
  expect(end).toEqual({ kind: 'failed', errors: 'printed more than 1048576 bytes' });
  const child = readFileSync(join(directory, 'child'), 'utf8').trim();
  await expect.poll(() => isRunning(child)).toBe(false);
});

test('waits no longer than the limit for what a program has left behind', async () => {
  const end = await shell('sleep 5 & echo 1', SOON_MS);
  expect(end).toEqual({ kind: 'done', output: '1\n' });
});

test('reports a program that is missing or cannot be started', async () => {
  expect(await runProgram('/nowhere/program', [], LATER_MS)).toEqual({ kind: 'missing' });
  expect(await runProgram('cat', ['a\0b'], LATER_MS)).toMatchObject({ kind: 'failed' });
});
