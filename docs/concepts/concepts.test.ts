/** @module Every program of the concepts compiles. */
/// <reference types="node" />
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compilePrograms, snippets, writePrograms } from '../snippets.fixture.ts';

test('every program of the concepts compiles', { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'longwire-concepts-'));
  const programs = new Map<string, string>();
  for (const page of await readdir(import.meta.dirname)) {
    if (!page.endsWith('.md')) continue;
    const text = await readFile(join(import.meta.dirname, page), 'utf8');
    for (const [index, code] of snippets(text, 'ts').entries())
      programs.set(`${page.replace('.md', '')}-${index}.ts`, code);
  }
  expect(programs.size).toBe(9);
  try {
    await writePrograms(directory, programs);
    await compilePrograms(directory, ['dom']);
  } finally {
    await rm(directory, { recursive: true });
  }
});
