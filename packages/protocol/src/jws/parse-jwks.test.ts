/** @module Which keys of an issuer's set are used. */
import { expect, test } from 'vitest';
import { parseJwks } from './parse-jwks.ts';

const PUBLIC = { kty: 'EC', kid: 'a', x: 'x', y: 'y' };

test('keeps public keys, and ignores secret, symmetric and unreadable ones', () => {
  const unnamed = { kty: 'RSA', n: 'n' };
  const others = [
    { ...PUBLIC, d: 'd' },
    { kty: 'oct', k: 'k' },
    { kid: 'b' },
    { ...PUBLIC, kid: 5 },
    null,
    'key',
  ];
  const set = { keys: [PUBLIC, ...others, unnamed] };
  expect(parseJwks(set)).toEqual({ keys: [PUBLIC, unnamed] });
  expect(parseJwks(set, { isNamed: true })).toEqual({ keys: [PUBLIC] });
});

test.each([
  ['no object', 'keys', 'want a list'],
  ['no list', { keys: PUBLIC }, 'want a list'],
  ['too many keys', { keys: Array.from({ length: 51 }, () => PUBLIC) }, 'at most 50'],
  ['no usable key', { keys: [{ kty: 'oct', k: 'k' }] }, 'no public key'],
])('refuses a set with %s', (_what, set, message) => {
  expect(() => parseJwks(set)).toThrow(message);
});
