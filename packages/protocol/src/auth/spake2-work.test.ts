/** @module The cost of a login: the same for every user, with tables once they pay off. */
import { describe, expect, test } from 'vitest';
import { parseLoginRequest } from './login-request.ts';
import { P256 } from './p256.ts';
import { passwordVerifier } from './password-verifier.ts';
import { startDeviceLogin } from './spake2-device.ts';
import { client, clientFingerprint, deviceFingerprint, source } from './spake2.fixture.ts';
import { G, M, multiply, N, type Multiply } from './spake2-group.ts';

describe.each([
  ['the right password', passwordVerifier('the right password')],
  ['a wrong one', passwordVerifier('a wrong one')],
  ['no such user', undefined],
])('a login of %s', (_title, w) => {
  test('multiplies y*G and w*N in round 1, and w*M and the difference only in round 2', () => {
    const multiplied: unknown[] = [];
    const counting: Multiply = (point, factor) => {
      multiplied.push([G, M, N].find((known) => known === point) ?? 'a difference');
      return multiply(point, factor);
    };
    const { T } = parseLoginRequest(client('the right password').request);
    const { handleConfirmation } = startDeviceLogin({
      T,
      w,
      clientFingerprint,
      deviceFingerprint,
      randomBytes: source(),
      multiply: counting,
    });
    expect(multiplied).toEqual([G, N]);
    handleConfirmation(new Uint8Array(32));
    expect(multiplied).toEqual([G, N, M, 'a difference']);
  });
});

test.each([
  ['G', G],
  ['M', M],
  ['N', N],
])('multiples of %s are the same with and without a table', (_name, point) => {
  const factor = 0x123456789abcdefn;
  const expected = P256.fromAffine(point.toAffine()).multiplyUnsafe(factor);
  for (let round = 0; round < 5; round += 1) expect(multiply(point, factor).equals(expected)).toBe(true);
});
