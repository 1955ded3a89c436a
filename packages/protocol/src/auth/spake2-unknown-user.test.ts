/** @module An unknown user is indistinguishable from a wrong password. */
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../bytes/hex.ts';
import type { RandomBytes } from '../bytes/random-bytes.ts';
import { parseLoginRequest } from './login-request.ts';
import { passwordVerifier } from './password-verifier.ts';
import { clientPoint, clientSharedPoint } from './spake2-client.ts';
import { devicePoint, startDeviceLogin } from './spake2-device.ts';
import { decodePoint, encodePoint, M, multiply } from './spake2-group.ts';
import { confirmationKeys, paddedW, strippedW } from './spake2-transcript.ts';
import { client, clientFingerprint, device, deviceFingerprint, FIXED, hexOf } from './spake2.fixture.ts';

const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** KcA of a client that uses w as the password, with every encoding of w. */
function confirmations(T: Uint8Array, S: Uint8Array, x: bigint, w: bigint): Uint8Array[] {
  const K = clientSharedPoint(x, w, decodePoint(S));
  const encodings = [strippedW(w), paddedW(w), new Uint8Array()];
  return encodings.map(
    (encoded) => confirmationKeys({ clientFingerprint, deviceFingerprint, T, S, K }, encoded).KcA,
  );
}

describe('a login of an unknown user', () => {
  const guesses = [
    ['w = 0', 0n],
    ['w = 1', 1n],
    ['w = SHA-256("")', BigInt(`0x${bytesToHex(sha256(new Uint8Array()))}`)],
    ['w = n', ORDER],
  ] as const;

  test.each(guesses)('never succeeds with %s', (_title, w) => {
    const T = encodePoint(clientPoint(9n, w));
    for (const index of [0, 1, 2]) {
      const ours = device(T, undefined);
      expect(ours.handleConfirmation(confirmations(T, ours.serverPoint, 9n, w)[index] ?? T)).toBe(undefined);
    }
  });

  test.each(guesses.slice(1, 3))(
    'never succeeds with %s, even if the random source draws the same',
    (_title, w) => {
      const T = encodePoint(clientPoint(9n, w));
      for (const index of [0, 1, 2]) {
        const ours = device(T, undefined, '5'.repeat(64), w.toString(16).padStart(64, '0'));
        expect(hexOf(devicePoint(BigInt(`0x${'5'.repeat(64)}`), w))).toBe(bytesToHex(ours.serverPoint));
        expect(ours.handleConfirmation(confirmations(T, ours.serverPoint, 9n, w)[index] ?? T)).toBe(
          undefined,
        );
      }
    },
  );

  test('never succeeds with the identity as shared point', () => {
    const decoy = BigInt(`0x${FIXED}`);
    const T = encodePoint(multiply(M, decoy));
    const ours = device(T, undefined);
    expect(ours.handleConfirmation(confirmations(T, ours.serverPoint, 0n, decoy)[0] ?? T)).toBe(undefined);
  });

  test('answers round 1 with a point after the same number of draws', () => {
    const draws = [undefined, passwordVerifier('pass')].map((w) => {
      let count = 0;
      const randomBytes: RandomBytes = (length) => new Uint8Array(length).fill((count += 1));
      const { T } = parseLoginRequest(client('pass').request);
      const { serverPoint } = startDeviceLogin({ T, w, clientFingerprint, deviceFingerprint, randomBytes });
      return [count, serverPoint.length];
    });
    expect(draws[0]).toEqual(draws[1]);
  });
});
