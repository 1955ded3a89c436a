/** @module A process killed while it saves leaves a whole state. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from '../iam/iam-state.ts';
import { createStateFile, openStateFile } from './state-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'longwire-kill-'));
const path = join(directory, 'state.json');
const writer = fileURLToPath(new URL('./save-in-a-loop.fixture.ts', import.meta.url));
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Large enough that a write takes a while. */
const state = Array.from({ length: 200 }, (_, index) => `user-${index}`).reduce<IamState>(
  (state, username) => withUser(state, newUser(state, username, 'sct')),
  { ...EMPTY_IAM_STATE, friendlyName: '0' },
);

/** Runs the writer, kills it some steps after the given one was acknowledged, and gives the last acknowledged one. */
function killAfter(acknowledgements: number, extraChunks: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--conditions=longwire-source', writer, path], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    let left = acknowledgements + extraChunks;
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
      left -= 1;
      if (left <= 0) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (_, signal) => {
      const last = out.slice(0, out.lastIndexOf('\n')).split('\n').at(-1);
      if (signal === 'SIGKILL') resolve(Number(last));
      else reject(new Error(`the writer ended by itself: ${errors}`));
    });
  });
}

test('after a SIGKILL at any moment the file is whole and holds what was last acknowledged, or what came after', async () => {
  await createStateFile(path, state);
  for (let round = 0; round < 20; round += 1) {
    const acknowledged = await killAfter(1 + (round % 5), round % 3);
    const kept = Number(openStateFile(path).state.friendlyName);
    expect(kept).toBeGreaterThanOrEqual(acknowledged);
    expect(kept).toBeLessThanOrEqual(acknowledged + 1);
  }
}, 60_000);
