/** @module No module of the page waits at its top level: WebKit may not start a page that has such a module (docs/platform.md). */

import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/** Whether code outside of all functions waits. */
function waitsIn(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if ('type' in node && typeof node.type === 'string') {
    if (node.type === 'AwaitExpression') return true;
    if (/Function|MethodDefinition|PropertyDefinition/u.test(node.type)) return false;
    if (node.type === 'ForOfStatement' && 'await' in node && node.await === true) return true;
  }
  return Object.values(node).some(waitsIn);
}

test('no module of the console waits at its top level', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: import.meta.dirname })) {
    if (/\.(?:test|fixture)\.tsx?$/u.test(file)) continue;
    const source = await readFile(join(import.meta.dirname, file), 'utf8');
    if (waitsIn(parseAst(source, { lang: 'tsx' }))) found.push(file);
  }
  expect(found).toEqual([]);
});

test.each([
  ['export const words = await load();', true],
  ['export {}; for await (const file of files) use(file);', true],
  ['if (isWide) { await load(); }', true],
  ['async function load() { await fetch("/"); }', false],
  ['const load = async () => await fetch("/");', false],
])('%s waits at the top level: %s', (source, isWaiting) => {
  expect(waitsIn(parseAst(source, { lang: 'ts' }))).toBe(isWaiting);
});
