/** @module A process whose main thread is blocked kills itself; others keep running. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./main-thread-watch.fixture.ts', import.meta.url));

function run(how: 'run' | 'stop' | 'end' | 'none', ...nodeOptions: readonly string[]) {
  const { signal, status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=longwire-source', ...nodeOptions, PROGRAM, how],
    { encoding: 'utf8' },
  );
  return { signal, status, stdout, stderr };
}

test('kills a process whose main thread is blocked and writes the reason to stderr', () => {
  expect(run('stop')).toEqual({
    signal: 'SIGKILL',
    status: null,
    stdout: 'running\n',
    stderr: 'the main thread was blocked for 0.3 s: killing the process\n',
  });
});

test('does not kill a process whose main thread runs', () => {
  expect(run('run')).toEqual({ signal: null, status: 0, stdout: 'running\ndone\n', stderr: '' });
});

test.each([
  ['whose program is missing', 'none', []],
  ['that the process may not start', 'run', ['--permission', '--allow-fs-read=*']],
] as const)('reports a watcher %s and lets the process run', (_which, how, nodeOptions) => {
  const { signal, status, stdout } = run(how, ...nodeOptions);
  expect({ signal, status }).toEqual({ signal: null, status: 0 });
  expect(stdout.split('\n').toSorted()).toEqual(['', 'done', 'not watched', 'running']);
});

test('does not kill a blocked process after the watch was disposed', () => {
  expect(run('end')).toEqual({ signal: null, status: 0, stdout: 'running\ndone\n', stderr: '' });
});
