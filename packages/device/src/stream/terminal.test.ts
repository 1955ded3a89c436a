/** @module Closing a terminal whose processes can no longer be signaled, or have ended. */
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { Terminal } from './terminal.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each(['EPERM', 'ESRCH'])('kill ignores processes that it cannot signal: %s', async (code) => {
  const exited = Promise.withResolvers<void>();
  const terminal = await Terminal.start(
    { command: '/bin/sh', args: ['-c', 'read line'], env: {}, cwd: tmpdir() },
    { handleOutput: () => undefined, handleExit: () => exited.resolve() },
  );
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  expect(() => terminal.kill()).not.toThrow();
  // The terminal closes anyway, which ends the program.
  await exited.promise;
  expect(kill.mock.calls.map(([, signal]) => signal)).toContain('SIGKILL');
});

test('kill signals no process id of a program that has ended, which may belong to another by then', async () => {
  const exited = Promise.withResolvers<void>();
  const terminal = await Terminal.start(
    { command: '/bin/sh', args: ['-c', 'exit'], env: {}, cwd: tmpdir() },
    { handleOutput: () => undefined, handleExit: () => exited.resolve() },
  );
  await exited.promise;
  vi.useFakeTimers();
  const kill = vi.spyOn(process, 'kill');
  terminal.kill();
  vi.runAllTimers();
  expect(kill.mock.calls).toEqual([]);
});
