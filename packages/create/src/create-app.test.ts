/** @module What is written, and what is left alone. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from './create-app.ts';
import { TEMPLATES } from './templates.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'longwire-create-'));
});

afterEach(() => rmSync(parent, { recursive: true }));

const read = (...path: readonly string[]): string => readFileSync(join(parent, ...path), 'utf8');

test.each(TEMPLATES)('template %s becomes an application in a new folder', async (template) => {
  await createApp({ folder: join(parent, 'deep', 'My App'), template, version: '1.2.3' });
  const files = readdirSync(join(parent, 'deep', 'My App'));
  expect(files).toEqual(
    expect.arrayContaining(['.gitignore', 'README.md', 'index.html', 'src', 'tsconfig.json']),
  );
  expect(files.filter((name) => name.startsWith('_'))).toEqual([]);
  expect(JSON.parse(read('deep', 'My App', 'package.json'))).toMatchObject({
    name: 'my-app',
    dependencies: { '@longwire/client': '^1.2.3' },
  });
});

test('an empty folder is used', async () => {
  await createApp({ folder: parent, template: 'page', version: '1.2.3' });
  expect(readdirSync(parent)).toContain('package.json');
});

test('a folder that is not empty is refused in words and stays as it is', async () => {
  writeFileSync(join(parent, 'package.json'), 'mine');
  const refused = createApp({ folder: parent, template: 'react', version: '1.2.3' });
  await expect(refused).rejects.toMatchObject({
    code: 'ERR_ALREADY_EXISTS',
    message: expect.stringContaining(
      `${parent} is not empty (it contains package.json): nothing was changed`,
    ),
  });
  expect(readdirSync(parent)).toEqual(['package.json']);
  expect(read('package.json')).toBe('mine');
});

test('a file in place of the folder is refused in words and stays as it is', async () => {
  writeFileSync(join(parent, 'app'), 'mine');
  const refused = createApp({ folder: join(parent, 'app'), template: 'react', version: '1.2.3' });
  await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('is a file') });
  expect(read('app')).toBe('mine');
});

test('a hidden file counts as content', async () => {
  mkdirSync(join(parent, '.git'));
  const refused = createApp({ folder: parent, template: 'page', version: '1.2.3' });
  await expect(refused).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
  expect(readdirSync(parent)).toEqual(['.git']);
});
