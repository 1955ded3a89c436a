/** @module Bodies are parsed in linear time. */
import { expect, test } from 'vitest';
import { parseStrictBody } from './strict-body.ts';

/** Quadratic time would take a minute for this, beyond the test's time limit. */
const QUOTES = String.raw`\"`.repeat(128 * 1024);

test.each([
  ['at a quote', `"${QUOTES}`],
  ['at a backslash', `"${QUOTES}\\`],
  ['at an end of line behind a backslash', `"${QUOTES}\\\n`],
])('an unterminated string of escaped quotes, %s, is rejected quickly', (_where, text) => {
  expect(() => parseStrictBody(Buffer.from(text))).toThrow('body is not valid JSON');
});

test('brackets inside a string of escaped quotes do not count as nesting', () => {
  const text = `"${QUOTES}${'['.repeat(100)}"`;
  expect(parseStrictBody(Buffer.from(text))).toBe(JSON.parse(text));
});
