/** @module Tables for people. */
import { expect, test } from 'vitest';
import { textTable } from './text-table.ts';

test('columns are aligned, and cells are made printable before', () => {
  const rows = [['USER', 'ROLE'], ['anna', 'Guest', '-'], ['x\ny']];
  expect(textTable(rows, (text) => text.replaceAll('\n', '[LF]'))).toBe(
    'USER    ROLE\nanna    Guest  -\nx[LF]y',
  );
});

test('no rows are an empty text', () => {
  expect(textTable([], (text) => text)).toBe('');
});
