/** @module Every kept input of every parser: those that once broke one are among them. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCorpus } from './corpus.ts';
import { feed, PARSER_NAMES } from './parsers.ts';

test.each(PARSER_NAMES)('%s parses its kept inputs or refuses them in words', async (parser) => {
  const inputs = readCorpus(parser);
  expect(inputs.length).toBeGreaterThan(0);
  for (const input of inputs) await expect(feed(parser, input)).resolves.toBeUndefined();
});

test('every file of the corpus belongs to a parser', () => {
  const files = readdirSync(join(import.meta.dirname, 'corpus'));
  expect(files.map((file) => file.replace(/\.txt$/u, '')).toSorted()).toEqual(PARSER_NAMES.toSorted());
});
