/** @module A step says how it ended, and ends with the process that runs it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { ROOT, runCommand } from './step.ts';

test.each([
  ['0', true],
  ['3', false],
])('a command that ends with %s', async (code, passed) => {
  expect(await runCommand(process.execPath, ['-e', `process.exit(${code})`])).toBe(passed);
});

test('a command that is not there is an error', async () => {
  await expect(runCommand('no-such-program', [])).rejects.toThrow('ENOENT');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ESRCH') return false;
    throw error;
  }
}

test('a process that is ended ends what it runs, and runs no more', async () => {
  const step = `['-e', 'console.log(process.pid); setInterval(() => undefined, 1000)']`;
  const program = `
    import { runCommand } from './scripts/step.ts';
    await runCommand(process.execPath, ${step});
    await runCommand(process.execPath, ${step});`;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pids: number[] = [];
  const lines = createInterface({ input: runner.stdout }).on('line', (line) => pids.push(Number(line)));
  await once(lines, 'line');
  const closed = once(runner, 'close');
  runner.kill('SIGTERM');
  expect(await closed).toEqual([null, 'SIGTERM']);
  expect(pids).toHaveLength(1);
  await vi.waitUntil(() => pids.every((pid) => !isRunning(pid)));
});
