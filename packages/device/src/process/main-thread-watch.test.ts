/** @module A process whose main thread stands still ends itself, and only that one. */
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

test('one that stands still is killed, and says why', () => {
  expect(run('stop')).toEqual({
    signal: 'SIGKILL',
    status: null,
    stdout: 'running\n',
    stderr: 'the main thread stood still for 0.3 s: the process ends itself\n',
  });
});

test('one that runs is left alone', () => {
  expect(run('run')).toEqual({ signal: null, status: 0, stdout: 'running\ndone\n', stderr: '' });
});

test.each([
  ['whose program is not there', 'none', []],
  ['that the process may not start', 'run', ['--permission', '--allow-fs-read=*']],
] as const)('a watcher %s ends nothing, and it is told', (_which, how, nodeOptions) => {
  const { signal, status, stdout } = run(how, ...nodeOptions);
  expect({ signal, status }).toEqual({ signal: null, status: 0 });
  expect(stdout.split('\n').toSorted()).toEqual(['', 'done', 'not watched', 'running']);
});

test('one that is no longer watched may stand still', () => {
  expect(run('end')).toEqual({ signal: null, status: 0, stdout: 'running\ndone\n', stderr: '' });
});
