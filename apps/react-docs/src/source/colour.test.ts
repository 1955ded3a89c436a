/** @module Syntax highlighting keeps the source unchanged. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { colour } from './colour.ts';

const kindsOf = (source: string): string[] =>
  colour(source)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`);

test('distinguishes keywords, strings, tags, numbers and comments', () => {
  expect(kindsOf(`const a = 'if 1'; // of it\nreturn <p>{a} {12}</p>;`)).toEqual([
    'word const',
    "text 'if 1'",
    'comment // of it',
    'word return',
    'tag <p',
    'number 12',
    'tag </p',
  ]);
});

test('all pieces joined are the source', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '*', "'", '"', '`', '<', '>', 'p', ' ', '1', '\n', 'if') }),
      (source) => {
        expect(
          colour(source)
            .map(({ text }) => text)
            .join(''),
        ).toBe(source);
      },
    ),
  );
});
