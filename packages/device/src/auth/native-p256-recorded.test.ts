/** @module Logins recorded between deployed clients and devices (packages/protocol) match OpenSSL's multiples byte for byte. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesToHex, hexToBytes, parseFingerprint, passwordVerifier } from '@longwire/protocol';
import { startDeviceLogin } from '@longwire/protocol/login';
import { describe, expect, test } from 'vitest';
import { multiplyNatively } from './native-p256.ts';

interface RecordedLogin {
  readonly password: string;
  readonly clientFingerprint: string;
  readonly deviceFingerprint: string;
  readonly T: string;
  readonly S: string;
  readonly key: string;
  /** Missing where K is the identity: that login was recorded with another y. */
  readonly y?: string;
  readonly Ka?: string;
  readonly Ke?: string;
}

const PATH = '../../../protocol/src/auth/spake2.vectors.json';
const recorded: { readonly vectors: readonly RecordedLogin[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, PATH), 'utf8'),
);
const whole = recorded.vectors.flatMap(({ y, Ka, Ke, ...row }) =>
  y === undefined || Ka === undefined || Ke === undefined ? [] : [{ ...row, y, Ka, Ke }],
);

const start = (row: RecordedLogin, y: string): ReturnType<typeof startDeviceLogin> =>
  startDeviceLogin({
    T: hexToBytes(row.T),
    w: passwordVerifier(row.password),
    clientFingerprint: parseFingerprint(row.clientFingerprint),
    deviceFingerprint: parseFingerprint(row.deviceFingerprint),
    randomBytes: () => hexToBytes(y),
    multiply: multiplyNatively,
  });

test('the recording holds seven complete logins and one with K at infinity', () => {
  expect([whole.length, recorded.vectors.length]).toEqual([7, 8]);
});

describe.each(whole)('recorded login with $password, y $y', (row) => {
  test('yields the recorded S, and KcB for the recorded KcA', () => {
    const login = start(row, row.y);
    expect(bytesToHex(login.serverPoint)).toBe(row.S);
    expect(bytesToHex(login.handleConfirmation(hexToBytes(row.Ka)) ?? new Uint8Array())).toBe(row.Ke);
  });

  test('refuses another KcA', () => {
    expect(start(row, row.y).handleConfirmation(hexToBytes(row.Ke))).toBeUndefined();
  });
});
