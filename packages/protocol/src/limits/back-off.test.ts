/** @module The wait doubles, is spread, and stays within its bounds. */
import { expect, test } from 'vitest';
import { backOffMs } from './back-off.ts';

const BACK_OFF = { floorMs: 100, baseMs: 500, capMs: 3000 };

test.each([
  [1, 100, 600],
  [2, 100, 1100],
  [3, 100, 2100],
  [4, 100, 3100],
  [1000, 100, 3100],
  [0, 100, 600],
])('after %i failures the wait is from %i to %i ms', (inRow, least, most) => {
  expect([backOffMs(BACK_OFF, inRow, 0), backOffMs(BACK_OFF, inRow, 1)]).toEqual([least, most]);
});
