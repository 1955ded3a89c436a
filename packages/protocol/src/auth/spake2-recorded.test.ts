/** @module Recorded logins of deployed clients and devices, byte for byte. */
import { describe, expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../bytes/hex.ts';
import { parseFingerprint } from './fingerprint.ts';
import { parseLoginRequest } from './login-request.ts';
import { passwordVerifier, verifierNumber } from './password-verifier.ts';
import { clientPoint, clientSharedPoint, startClientLogin } from './spake2-client.ts';
import { devicePoint, deviceSharedPoint, startDeviceLogin } from './spake2-device.ts';
import { decodePoint, encodePoint, M, multiply } from './spake2-group.ts';
import { confirmationKeys, encodeTranscript, paddedW, strippedW } from './spake2-transcript.ts';
import { codeOf } from '../code-of.fixture.ts';
import { client, clientFingerprint, device, deviceFingerprint, hexOf, source } from './spake2.fixture.ts';
import recorded from './spake2.vectors.json' with { type: 'json' };

const full = recorded.vectors.flatMap((row) => (row.x === undefined ? [] : [row]));
const atInfinity = recorded.vectors.filter((row) => row.x === undefined);

test('the login recordings are seven complete logins and one with K at infinity', () => {
  expect(recorded.source).toBe('a deployed device implementation, called directly with known x and y');
  expect(full).toHaveLength(7);
  expect(atInfinity).toHaveLength(1);
  expect(recorded.vectors.every((row) => row.agrees && (row.deviceKey ?? row.key) === row.key)).toBe(true);
});

describe.each(full)('recorded login with $password, x $x', (row) => {
  const w = verifierNumber(passwordVerifier(row.password));
  const x = BigInt(`0x${row.x}`);
  const y = BigInt(`0x${row.y}`);
  const fingerprints = {
    clientFingerprint: parseFingerprint(row.clientFingerprint),
    deviceFingerprint: parseFingerprint(row.deviceFingerprint),
  };
  const transcript = {
    ...fingerprints,
    T: hexToBytes(row.T),
    S: hexToBytes(row.S),
    K: decodePoint(hexToBytes(row.K ?? '')),
  };

  test('has the recorded w and its encoding', () => {
    expect(passwordVerifier(row.password)).toBe(row.w);
    expect(bytesToHex(strippedW(w))).toBe(row.wEncoded);
    expect(bytesToHex(paddedW(w))).toBe(row.w);
  });

  test('has the recorded T', () => expect(hexOf(clientPoint(x, w))).toBe(row.T));
  test('has the recorded S', () => expect(hexOf(devicePoint(y, w))).toBe(row.S));
  test('has the recorded K on the client', () =>
    expect(hexOf(clientSharedPoint(x, w, decodePoint(hexToBytes(row.S))))).toBe(row.K));
  test('has the recorded K on the device', () =>
    expect(hexOf(deviceSharedPoint(y, w, decodePoint(hexToBytes(row.T))))).toBe(row.K));
  test('has the recorded TT', () =>
    expect(bytesToHex(encodeTranscript(transcript, strippedW(w)))).toBe(row.TT));

  test('has the recorded key, KcB (recorded as Ke) and KcA (recorded as Ka)', () => {
    const { key, KcB, KcA } = confirmationKeys(transcript, strippedW(w));
    expect([key, KcB, KcA].map(bytesToHex)).toEqual([row.key, row.Ke, row.Ka]);
  });

  test('our client, given x, sends the recorded messages and accepts the recorded answer', () => {
    const randomBytes = source(row.x ?? '');
    const ours = startClientLogin({ username: 'u', password: row.password, ...fingerprints, randomBytes });
    expect(bytesToHex(parseLoginRequest(ours.request).T)).toBe(row.T);
    const { confirmation, verify } = ours.handleServerPoint(hexToBytes(row.S));
    expect(bytesToHex(confirmation)).toBe(row.Ka);
    expect(verify(hexToBytes(row.Ke ?? ''))).toBe(true);
  });

  test('our device, given y, sends the recorded answers', () => {
    const stored = passwordVerifier(row.password);
    const randomBytes = source(row.y ?? '');
    const ours = startDeviceLogin({ T: hexToBytes(row.T), w: stored, ...fingerprints, randomBytes });
    expect(bytesToHex(ours.serverPoint)).toBe(row.S);
    expect(bytesToHex(ours.handleConfirmation(hexToBytes(row.Ka ?? '')) ?? new Uint8Array())).toBe(row.Ke);
  });
});

describe.each(atInfinity)('recorded login: $note', (row) => {
  const stored = passwordVerifier(row.password);
  const w = verifierNumber(stored);

  test('T is w*M, and the recorded transcript has K as the single byte 00', () => {
    expect(hexOf(multiply(M, w))).toBe(row.T);
    const K = deviceSharedPoint(7n, w, decodePoint(hexToBytes(row.T)));
    expect(K.is0()).toBe(true);
    const transcript = {
      clientFingerprint,
      deviceFingerprint,
      T: hexToBytes(row.T),
      S: hexToBytes(row.S),
      K,
    };
    expect(bytesToHex(encodeTranscript(transcript, strippedW(w)))).toBe(row.TT);
    expect(bytesToHex(confirmationKeys(transcript, strippedW(w)).key)).toBe(row.key);
  });

  // The deployed device accepted this login. x is in [1, n-1], so no genuine client sends such a T, and with the
  // identity as K the transcript contains no secret. Round 1 must not reveal that w was right, so it answers.
  test('our device answers round 1 and refuses round 2', () => {
    const T = hexToBytes(row.T);
    const ours = device(T, stored);
    const K = deviceSharedPoint(7n, w, decodePoint(T));
    const { KcA } = confirmationKeys(
      { clientFingerprint, deviceFingerprint, T, S: ours.serverPoint, K },
      strippedW(w),
    );
    expect(ours.serverPoint).toHaveLength(65);
    expect(ours.handleConfirmation(KcA)).toBe(undefined);
  });

  test('our client refuses a device that makes K the identity', () => {
    const S = encodePoint(devicePoint(0n, w));
    expect(codeOf(() => client(row.password).handleServerPoint(S))).toBe('ERR_SPAKE2_POINT');
  });
});
