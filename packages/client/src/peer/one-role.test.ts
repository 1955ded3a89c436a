/** @module Answers that name two DTLS roles, as those of Firefox do for a line that is added. */
import { expect, test } from 'vitest';
import { oneRole } from './one-role.ts';

const sdp = (...roles: readonly string[]): string =>
  ['v=0', ...roles.flatMap((role) => ['m=audio 9 UDP/TLS/RTP/SAVPF 111', `a=setup:${role}`]), ''].join(
    '\r\n',
  );

test.each([
  [
    ['passive', 'active'],
    ['passive', 'passive'],
  ],
  [
    ['active', 'active'],
    ['active', 'active'],
  ],
  [[], []],
])('%j becomes %j', (given, expected) => {
  expect(oneRole(sdp(...given))).toBe(sdp(...expected));
});
