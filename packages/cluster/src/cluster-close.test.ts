/** @module Close codes from other nodes. */
import { expect, test } from 'vitest';
import { sendableCode } from './cluster-close.ts';

test.each([1000, 1001, 1003, 1007, 1012, 1013, 1014, 3000, 4003, 4999])(
  'close code %i is passed unchanged',
  (code) => {
    expect(sendableCode(code)).toBe(code);
  },
);

test.each([1004, 1005, 1006, 1015, 2999])('close code %i is never sent in a close frame', (code) => {
  expect(sendableCode(code)).toBe(4010);
});
