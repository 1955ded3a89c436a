/** @module The device's side of a password login (SPAKE2, PROTOCOL.md section 7). */
import { equalBytes } from '../bytes/equal-bytes.ts';
import type { RandomBytes } from '../bytes/random-bytes.ts';
import { EdgeError } from '../errors/edge-error.ts';
import type { Fingerprint } from './fingerprint.ts';
import { verifierNumber, type PasswordVerifier } from './password-verifier.ts';
import {
  decodePoint,
  encodePoint,
  G,
  M,
  multiply,
  N,
  randomScalar,
  type Multiply,
  type Point,
} from './spake2-group.ts';
import { confirmationKeys, paddedW, strippedW } from './spake2-transcript.ts';

/** A login after round 1. */
export interface DeviceLogin {
  /** S, the answer to round 1. It does not reveal whether the user exists. */
  readonly serverPoint: Uint8Array;
  /**
   * Takes the client's KcA, once, right or wrong, and returns KcB if it is right. A KcA whose length is not 32 bytes
   * is wrong: a caller that answers those differently checks the length first.
   * @throws EdgeError ERR_SPAKE2_STATE the second time.
   */
  readonly handleConfirmation: (KcA: Uint8Array) => Uint8Array | undefined;
}

/**
 * Starts a login for the user with verifier `w`. Without one (no such user, or no password) the login proceeds the
 * same way with a random verifier and always fails.
 * @throws EdgeError ERR_SPAKE2_POINT for a bad T, ERR_RANDOM when the random source is broken.
 */
export function startDeviceLogin(options: {
  readonly T: Uint8Array;
  readonly w: PasswordVerifier | undefined;
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
  readonly randomBytes: RandomBytes;
  /** Multiplies points in constant time; default: this library's own. */
  readonly multiply?: Multiply;
}): DeviceLogin {
  const { T, clientFingerprint, deviceFingerprint, randomBytes, multiply: times = multiply } = options;
  const clientPoint = decodePoint(T);
  const y = randomScalar(randomBytes);
  const decoy = randomScalar(randomBytes);
  const w = options.w === undefined ? decoy : verifierNumber(options.w);
  const S = encodePoint(devicePoint(y, w, times));
  let isUsed = false;

  function handleConfirmation(KcA: Uint8Array): Uint8Array | undefined {
    if (isUsed) throw new EdgeError('ERR_SPAKE2_STATE', 'a confirmation was already handled in this login');
    isUsed = true;
    // Not before round 2: the time K takes may reveal whether T was made with w, and only round 2 counts as an
    // attempt.
    const K = deviceSharedPoint(y, w, clientPoint, times);
    const transcript = { clientFingerprint, deviceFingerprint, T, S, K };
    // Clients either strip the leading zero bytes of w or keep them; only KcA shows which.
    const stripped = confirmationKeys(transcript, strippedW(w));
    const padded = confirmationKeys(transcript, paddedW(w));
    // T = w*M gives the identity, whose hash anyone can compute. Refusing it in round 1 would reveal a right password
    // without counting an attempt, so round 2 fails instead.
    const canSucceed = options.w !== undefined && !K.is0();
    const isStripped = equalBytes(KcA, stripped.KcA);
    const isPadded = equalBytes(KcA, padded.KcA);
    if (!canSucceed || !(isStripped || isPadded)) return undefined;
    return isStripped ? stripped.KcB : padded.KcB;
  }

  return { serverPoint: S, handleConfirmation };
}

/** S = y*G + w*N. */
export function devicePoint(y: bigint, w: bigint, times: Multiply = multiply): Point {
  return times(G, y).add(times(N, w));
}

/** K = y*(T - w*M). */
export function deviceSharedPoint(y: bigint, w: bigint, T: Point, times: Multiply = multiply): Point {
  return times(T.subtract(times(M, w)), y);
}
