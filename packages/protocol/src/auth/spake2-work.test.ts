/** @module When the work of a login is done: the device's keys beside the client's, tables when they pay. */
import { expect, test, vi } from 'vitest';
import { parseLoginRequest } from './login-request.ts';
import { P256 } from './p256.ts';
import { passwordVerifier } from './password-verifier.ts';
import { client, device } from './spake2.fixture.ts';
import { G, M, multiply, N } from './spake2-group.ts';
import { confirmationKeys } from './spake2-transcript.ts';

vi.mock('./spake2-transcript.ts', { spy: true });

const keysMade = (): number => vi.mocked(confirmationKeys).mock.calls.length;

test.each(['the right password', 'a wrong one'])(
  'the keys are made by prepare(), once, and not before the point is there: %s',
  (password) => {
    const { T } = parseLoginRequest(client('the right password').request);
    const before = keysMade();
    const { prepare, handleConfirmation } = device(T, passwordVerifier(password));
    expect(keysMade()).toBe(before);
    prepare();
    // One for each length of w.
    expect(keysMade()).toBe(before + 2);
    prepare();
    expect(handleConfirmation(new Uint8Array(32))).toBeUndefined();
    expect(keysMade()).toBe(before + 2);
  },
);

test.each([
  ['G', G],
  ['M', M],
  ['N', N],
])('the products of %s are the same before it has a table and after', (_name, point) => {
  const factor = 0x123456789abcdefn;
  const expected = P256.fromAffine(point.toAffine()).multiplyUnsafe(factor);
  for (let round = 0; round < 5; round += 1) expect(multiply(point, factor).equals(expected)).toBe(true);
});
