/** @module A process without file descriptors starts no programs; it goes on, and no half of a talk is left. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./no-descriptors.fixture.ts', import.meta.url));

test('however many descriptors are left: each program starts or fails, and ends', { timeout: 60_000 }, () => {
  const command = `ulimit -n 80; exec '${process.execPath}' --conditions=longwire-source '${PROGRAM}'`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8', timeout: 50_000 });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'feed failed',
    'probe failed',
    'talk failed',
    'talk refused',
    'talk started',
  ]);
});
