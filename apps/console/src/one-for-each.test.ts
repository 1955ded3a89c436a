/** @module Each key has one object of its own. */

import { expect, test } from 'vitest';
import { OneForEach } from './one-for-each.ts';
import { LogBuffer } from './path/log-buffer.ts';

test('each device has its own log, always the same one', () => {
  const buffers = new OneForEach<string, LogBuffer>(() => new LogBuffer(() => 0));
  expect(buffers.of('a')).toBe(buffers.of('a'));
  expect(buffers.of('a')).not.toBe(buffers.of('b'));
});
