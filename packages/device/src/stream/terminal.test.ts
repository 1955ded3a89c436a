/** @module Taking a terminal away, also from processes that are no longer the device's to end. */
import { tmpdir } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import { Terminal } from './terminal.ts';

afterEach(() => vi.restoreAllMocks());

test.each(['EPERM', 'ESRCH'])('what may not be ended any more is left alone: %s', async (code) => {
  const exited = Promise.withResolvers<void>();
  const terminal = await Terminal.start(
    { command: '/bin/sh', args: ['-c', 'read line'], env: {}, cwd: tmpdir() },
    { handleOutput: () => undefined, handleExit: () => exited.resolve() },
  );
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  expect(() => terminal.kill()).not.toThrow();
  // Its terminal goes away all the same, and with it the program.
  await exited.promise;
  expect(kill.mock.calls.map(([, signal]) => signal)).toContain('SIGKILL');
});
