/** @module Texts of users on a terminal. */
import { expect, test } from 'vitest';
import { printableText } from './printable-text.ts';

test('a name cannot add lines or send escape sequences to the terminal', () => {
  const name = 'x\nadmin\u001B[2J\u009B\u007F\u202Ey\r';
  expect(printableText(name)).toMatch(/^x\uFFFDadmin\uFFFD\[2J\uFFFD{3}y\uFFFD$/u);
});
