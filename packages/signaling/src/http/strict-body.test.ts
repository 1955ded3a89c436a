/** @module Bodies are read in time that grows with their length, and not with its square. */
import { expect, test } from 'vitest';
import { parseStrictBody } from './strict-body.ts';

/** By the square of its length this takes a minute, which is past the time of a test. */
const QUOTES = String.raw`\"`.repeat(128 * 1024);

test.each([
  ['at a quote', `"${QUOTES}`],
  ['at a backslash', `"${QUOTES}\\`],
  ['at an end of line behind a backslash', `"${QUOTES}\\\n`],
])('a text of escaped quotes that does not end, %s, is refused at once', (_where, text) => {
  expect(() => parseStrictBody(Buffer.from(text))).toThrow('body expected JSON');
});

test('a text of escaped quotes is text, and brackets in it are none', () => {
  const text = `"${QUOTES}${'['.repeat(100)}"`;
  expect(parseStrictBody(Buffer.from(text))).toBe(JSON.parse(text));
});
