/** @module A few seconds of the fuzz run (../fuzz/main.ts) with one seed: the device still answers, and its memory does not grow. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('a device answers after every attack of the fuzz run', async () => {
  const program = join(import.meta.dirname, '../fuzz/main.ts');
  const args = [
    '--conditions=longwire-source',
    program,
    '--seconds',
    '8',
    '--seed',
    process.env['LONGWIRE_SEED'] ?? '1',
  ];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  // In parallel, so that a failing run shows its output.
  expect({ code, printed }).toEqual({ code: 0, printed: expect.not.stringContaining('FAILED') });
}, 180_000);
