/** @module Commands of root act as the owner of the folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { becomeOwner } from './directory-owner.ts';

/** Records what a process of a user would become. */
async function becomes(uid: number, directory: string): Promise<readonly unknown[]> {
  const calls: unknown[] = [];
  await becomeOwner(directory, {
    getuid: () => uid,
    setgroups: (groups) => void calls.push(['groups', groups]),
    setgid: (id) => void calls.push(['gid', id]),
    setuid: (id) => void calls.push(['uid', id]),
  });
  return calls;
}

test.skipIf(process.getuid?.() !== 0)('root becomes the owner, and gives up its groups first', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'longwire-owner-'));
  expect(await becomes(0, directory)).toEqual([]);
  await chown(directory, 4711, 4712);
  expect(await becomes(0, directory)).toEqual([
    ['groups', [4712]],
    ['gid', 4712],
    ['uid', 4711],
  ]);
  expect(await becomes(4711, directory)).toEqual([]);
  rmSync(directory, { recursive: true });
  expect(await becomes(0, directory)).toEqual([]);
});
