/** @module Vectors computed with Python's hmac and with `openssl dgst -sha1 -hmac`, not with this code. */
import { expect, test } from 'vitest';
import { turnCredentials } from './turn-credentials.ts';

test.each([
  {
    secret: 'north-star-secret-of-32-characters',
    id: '2f1c-client',
    expiresAt: 1_700_000_600_000,
    username: '1700000600:2f1c-client',
    credential: 'hxwuUUySr+QnsOb5vp9twvsKWWA=',
  },
  {
    secret: 'k'.repeat(64),
    id: 'a-device',
    expiresAt: 1_893_456_000_999,
    username: '1893456000:a-device',
    credential: '8Yki/VCA8RjtV+ImG5ARvSEU5bg=',
  },
])(
  'TURN credentials of $username equal the independently computed ones',
  ({ username, credential, ...grant }) => {
    expect(turnCredentials(grant)).toEqual({ username, credential });
  },
);
