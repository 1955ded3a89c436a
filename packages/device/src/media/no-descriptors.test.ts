/** @module A process without free file descriptors cannot start programs, but keeps running and leaves no child processes. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./no-descriptors.fixture.ts', import.meta.url));

test(
  'for any number of free file descriptors each program either starts or fails, and ends',
  { timeout: 60_000 },
  () => {
    const command = `ulimit -n 80; exec '${process.execPath}' --conditions=longwire-source '${PROGRAM}'`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
      encoding: 'utf8',
      timeout: 50_000,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'feed The camera does not answer. Trying again.',
      'probe failed',
      'talk failed',
      'talk refused',
      'talk started',
    ]);
  },
);
