/** @module A few seconds of the fuzz run (../fuzz/main.ts), the same each time: the device still answers, and keeps no memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

test('whatever is thrown at a device, it answers', async () => {
  const program = join(import.meta.dirname, '../fuzz/main.ts');
  const args = ['--conditions=longwire-source', program, '--seconds', '8', '--seed', '1'];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
  // Beside each other, so that a run that fails shows what it has printed.
  expect({ code, printed }).toEqual({ code: 0, printed: expect.not.stringContaining('FAILED') });
}, 180_000);
