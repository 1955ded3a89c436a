/** @module Waiting for the lines of a process. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Child } from './child.ts';

test('a line that arrived while this process was stopped counts, however late it is read', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'longwire-child-'));
  const printed = join(directory, 'printed');
  const child = Child.ofCommand('printer', ['sh', '-c', `echo ready; touch '${printed}'`]);
  const line = child.nextLine(/^ready$/u, 1);
  execFileSync('sh', ['-c', `until test -e '${printed}'; do sleep 0.01; done`]);
  expect((await line)[0]).toBe('ready');
  await child.exited;
  rmSync(directory, { recursive: true });
});

test('waiting for a missing line times out, and the error contains the output', async () => {
  const child = Child.ofCommand('printer', ['sh', '-c', 'echo other; exec sleep 60']);
  await child.nextLine(/^other$/u);
  await expect(child.nextLine(/^ready$/u, 1)).rejects.toThrow('printer did not print /^ready$/u\nother');
  await child.stop();
});
