/** @module Shared by the tests of the password login: fixed randomness, and one login of our client on our device. */
import { bytesToHex, hexToBytes } from '../bytes/hex.ts';
import type { RandomBytes } from '../bytes/random-bytes.ts';
import { parseFingerprint, type Fingerprint } from './fingerprint.ts';
import { parseLoginRequest } from './login-request.ts';
import type { PasswordVerifier } from './password-verifier.ts';
import { startClientLogin, type ClientLogin } from './spake2-client.ts';
import { startDeviceLogin, type DeviceLogin } from './spake2-device.ts';
import { encodePoint, type Point } from './spake2-group.ts';

export const clientFingerprint: Fingerprint = parseFingerprint('11'.repeat(32));
export const deviceFingerprint: Fingerprint = parseFingerprint('22'.repeat(32));
export const FIXED: string = '0123456789abcdef'.repeat(4);

/** A point in hex. */
export const hexOf = (point: Point): string => bytesToHex(encodePoint(point));
/** A random source that returns these draws, then repeats the last. */
export const source = (...draws: readonly string[]): RandomBytes => {
  const rest = draws.map(hexToBytes);
  return () => rest.shift() ?? hexToBytes(FIXED);
};

/** Our client's login, with a known x. */
export function client(password: string, x: string = '7'.repeat(64)): ClientLogin {
  return startClientLogin({
    username: 'admin',
    password,
    clientFingerprint,
    deviceFingerprint,
    randomBytes: source(x),
  });
}

/** Our device's login, with a known y. */
export function device(
  T: Uint8Array,
  w: PasswordVerifier | undefined,
  y: string = '5'.repeat(64),
  decoy: string = FIXED,
): DeviceLogin {
  return startDeviceLogin({ T, w, clientFingerprint, deviceFingerprint, randomBytes: source(y, decoy) });
}

/** Runs a login of our client on our device; 'refused' is the device's 401. */
export function login(
  password: string,
  w: PasswordVerifier | undefined,
): 'verified' | 'refused' | 'impostor' {
  const ours = client(password);
  const theirs = device(parseLoginRequest(ours.request).T, w);
  const { confirmation, verify } = ours.handleServerPoint(theirs.serverPoint);
  const KcB = theirs.handleConfirmation(confirmation);
  if (KcB === undefined) return 'refused';
  return verify(KcB) ? 'verified' : 'impostor';
}
