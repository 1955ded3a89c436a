import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { literalTexts } from './literal-texts.fixture.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));

test('no component contains a literal text: all texts come from the messages', async () => {
  const found: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: SOURCES })) {
    if (file.endsWith('.test.tsx')) continue;
    const source = await readFile(join(SOURCES, file), 'utf8');
    for (const text of literalTexts(parseAst(source, { lang: 'tsx' }))) found.push(`${file}: ${text}`);
  }
  expect(found).toEqual([]);
});

test.each([
  ['a text between tags', '<p>Hello</p>', ['Hello']],
  ['a text in braces', "<p>{'Hello'}</p>", ['Hello']],
  ['one of two texts', "<p>{busy ? 'Wait' : words.go}</p>", ['Wait']],
  ['a template', '<p>{`${n} items`}</p>', ['items']],
  ['a label', '<button aria-label="Close" />', ['Close']],
  ['a label in braces', "<input placeholder={empty ? 'Name' : words.x} />", ['Name']],
  [
    'nothing for punctuation, numbers and attributes without text',
    '<p className="lw-page" id="a">· {12} — {words.a}</p>',
    [],
  ],
])('literalTexts reports %s', (_, source, texts) => {
  expect(literalTexts(parseAst(source, { lang: 'tsx' }))).toEqual(texts);
});
