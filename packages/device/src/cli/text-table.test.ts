/** @module Tables of what people have written. */
import { expect, test } from 'vitest';
import { textTable } from './text-table.ts';

test('columns stand below each other', () => {
  expect(
    textTable([
      ['USER', 'ROLE'],
      ['anna', 'Guest'],
    ]),
  ).toBe('USER  ROLE\nanna  Guest');
});

test('a name cannot make lines of its own, nor tell the terminal anything', () => {
  const name = 'x\nadmin\u001B[2J\u009B\u007F\u202Ey\r';
  expect(textTable([[name]])).toMatch(/^x\uFFFDadmin\uFFFD\[2J\uFFFD{3}y\uFFFD$/u);
});
