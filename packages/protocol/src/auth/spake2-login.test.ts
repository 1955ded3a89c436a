/** @module A whole login of this client on this device, with right and wrong evidence. */
import { describe, expect, test } from 'vitest';
import { parseFingerprint } from './fingerprint.ts';
import { parseLoginRequest } from './login-request.ts';
import { passwordVerifier, verifierNumber } from './password-verifier.ts';
import { clientPoint, clientSharedPoint } from './spake2-client.ts';
import { devicePoint, deviceSharedPoint, startDeviceLogin } from './spake2-device.ts';
import { decodePoint, encodePoint, G, multiply } from './spake2-group.ts';
import { confirmationKeys, paddedW, strippedW } from './spake2-transcript.ts';
import { codeOf } from '../code-of.fixture.ts';
import { client, clientFingerprint, device, deviceFingerprint, login, source } from './spake2.fixture.ts';

describe('a password login between our client and our device', () => {
  test('accepts the right password on both sides and refuses a wrong one', () => {
    expect(login('correct horse', passwordVerifier('correct horse'))).toBe('verified');
    expect(login('correct horsf', passwordVerifier('correct horse'))).toBe('refused');
  });

  test('does not normalise passwords', () => {
    const [composed, decomposed] = ['caf\u00e9', 'cafe\u0301'];
    expect(login(composed, passwordVerifier(composed))).toBe('verified');
    expect(login(decomposed, passwordVerifier(composed))).toBe('refused');
  });

  test.each(['client', 'device'] as const)(
    'is refused if the %s sees another certificate, as with a man in the middle',
    (side) => {
      const ours = client('pass');
      const other = parseFingerprint('33'.repeat(32));
      const fingerprints = { clientFingerprint, deviceFingerprint, [`${side}Fingerprint`]: other };
      const { T } = parseLoginRequest(ours.request);
      const theirs = startDeviceLogin({
        T,
        w: passwordVerifier('pass'),
        ...fingerprints,
        randomBytes: source(),
      });
      expect(theirs.handleConfirmation(ours.handleServerPoint(theirs.serverPoint).confirmation)).toBe(
        undefined,
      );
    },
  );

  test('never convinces the client of a device without the password', () => {
    const ours = client('pass');
    const { T } = parseLoginRequest(ours.request);
    const S = encodePoint(multiply(G, 9n));
    const { verify } = ours.handleServerPoint(S);
    const K = deviceSharedPoint(9n, 1n, decodePoint(T));
    expect(
      verify(confirmationKeys({ clientFingerprint, deviceFingerprint, T, S, K }, strippedW(1n)).KcB),
    ).toBe(false);
    expect(verify(new Uint8Array())).toBe(false);
    expect(verify(new Uint8Array(32))).toBe(false);
  });

  test('accepts one confirmation and one server point', () => {
    const ours = client('pass');
    const theirs = device(parseLoginRequest(ours.request).T, passwordVerifier('pass'));
    const { confirmation } = ours.handleServerPoint(theirs.serverPoint);
    expect(codeOf(() => ours.handleServerPoint(theirs.serverPoint))).toBe('ERR_SPAKE2_STATE');
    expect(theirs.handleConfirmation(new Uint8Array(32))).toBe(undefined);
    expect(codeOf(() => theirs.handleConfirmation(confirmation))).toBe('ERR_SPAKE2_STATE');
  });
});

describe.each([
  ['zeropw168', 31],
  ['zeropw107174', 30],
])('%s, whose SHA-256 leaves %i bytes without its leading zeros', (password, length) => {
  const stored = passwordVerifier(password);
  const w = verifierNumber(stored);

  test('logs our client in on our device', () => {
    expect(strippedW(w)).toHaveLength(length);
    expect(login(password, stored)).toBe('verified');
  });

  test('logs our client in on a device that strips w', () => {
    const ours = client(password);
    const { T } = parseLoginRequest(ours.request);
    const S = encodePoint(devicePoint(9n, w));
    const K = deviceSharedPoint(9n, w, decodePoint(T));
    const theirs = confirmationKeys({ clientFingerprint, deviceFingerprint, T, S, K }, strippedW(w));
    const { confirmation, verify } = ours.handleServerPoint(S);
    expect(confirmation).toEqual(theirs.KcA);
    expect(verify(theirs.KcB)).toBe(true);
  });

  test('logs a client that hashes all 32 bytes of w in on our device', () => {
    const T = encodePoint(clientPoint(9n, w));
    const ours = device(T, stored);
    const K = clientSharedPoint(9n, w, decodePoint(ours.serverPoint));
    const theirs = confirmationKeys(
      { clientFingerprint, deviceFingerprint, T, S: ours.serverPoint, K },
      paddedW(w),
    );
    expect(ours.handleConfirmation(theirs.KcA)).toEqual(theirs.KcB);
  });
});
