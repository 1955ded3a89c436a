/** @module Tables that contain texts of users. */
import { expect, test } from 'vitest';
import { textTable } from './text-table.ts';

test('aligns columns', () => {
  expect(
    textTable([
      ['USER', 'ROLE'],
      ['anna', 'Guest'],
    ]),
  ).toBe('USER  ROLE\nanna  Guest');
});

test('a name cannot add lines or send escape sequences to the terminal', () => {
  const name = 'x\nadmin\u001B[2J\u009B\u007F\u202Ey\r';
  expect(textTable([[name]])).toMatch(/^x\uFFFDadmin\uFFFD\[2J\uFFFD{3}y\uFFFD$/u);
});
