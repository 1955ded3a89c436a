/** @module Paths whose targets change while they are opened. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBelow } from './safe-path.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longwire-safe-path-'));
  for (const name of ['outside', 'root', 'root/sub']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'outside', 'secret'), '');
  writeFileSync(join(folder, 'root', 'sub', 'public'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('reads the directory that was opened even if its path is replaced by a link', async () => {
  const found = await openBelow(join(folder, 'root'), 'sub');
  if (found.kind !== 'directory') throw new Error(`expected a directory, got ${found.kind}`);
  renameSync(join(folder, 'root', 'sub'), join(folder, 'root', 'moved'));
  symlinkSync('../outside', join(folder, 'root', 'sub'));
  expect(readdirSync(found.path)).toEqual(['public']);
  expect(found.name).toBe('sub');
  await found.handle.close();
  expect(await openBelow(join(folder, 'root'), 'sub')).toEqual({ kind: 'refused' });
});
