/** @module Each error code has its row in docs/errors.md, and each row its code. */
/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from './error-code.ts';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `(ERR_[A-Z0-9_]+)` \| (.+) \| (.+) \|$/gm)];

test('docs/errors.md has exactly one row for each error code', () => {
  const described = rows.map(([, code]) => code);
  expect(new Set(described)).toEqual(new Set(ERROR_CODES));
  expect(described).toHaveLength(ERROR_CODES.length);
});

test('each row of docs/errors.md says what happened and what to do', () => {
  for (const [, , happened, todo] of rows) {
    expect(happened?.trim()).not.toBe('');
    expect(todo?.trim()).not.toBe('');
  }
});

test('ERROR_CODES has no duplicates', () => {
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
});
