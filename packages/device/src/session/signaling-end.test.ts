/** @module The close codes of a signaling socket that end a connected session. */
import { expect, test } from 'vitest';
import { endsWithSignaling } from './signaling-end.ts';

test.each([
  [1000, 'the client closed', true],
  [1001, 'its page was closed or reloaded', true],
  [1005, 'it closed without a code', true],
  [4002, 'its token was revoked', true],
  [1006, 'its network went away', false],
  [1012, 'the service restarts', false],
])('close code %i (%s) ends a connected session: %s', (code, _, ends) => {
  expect(endsWithSignaling(code)).toBe(ends);
});
