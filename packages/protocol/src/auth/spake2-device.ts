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
  /** S, the answer to round 1. It tells nothing about whether the user exists. */
  readonly serverPoint: Uint8Array;
  /**
   * Takes the client's KcA, once, whether it is right or not, and gives KcB when it is right.
   * A KcA of another length than 32 bytes is a wrong one: where the answer to it differs, look at the length before.
   * @throws EdgeError ERR_SPAKE2_STATE the second time.
   */
  readonly handleConfirmation: (KcA: Uint8Array) => Uint8Array | undefined;
}

/**
 * Starts a login for the user whose verifier is `w`; without one (no such user, or one without a password) everything
 * goes the same way with a random one, and the login fails whatever the client proves.
 * @throws EdgeError ERR_SPAKE2_POINT for a bad T, ERR_RANDOM when the source of randomness is none.
 */
export function startDeviceLogin(options: {
  readonly T: Uint8Array;
  readonly w: PasswordVerifier | undefined;
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
  readonly randomBytes: RandomBytes;
  /** What multiplies points in constant time; this library's own unless given. */
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
    if (isUsed) throw new EdgeError('ERR_SPAKE2_STATE', 'login expected one confirmation, got another');
    isUsed = true;
    // Not before round 2: how long K takes may tell whether T was made with w, and only a round 2 is counted as a try.
    const K = deviceSharedPoint(y, w, clientPoint, times);
    const transcript = { clientFingerprint, deviceFingerprint, T, S, K };
    // Clients strip the leading zero bytes of w or keep them; which of the two this one does shows in its KcA alone.
    const stripped = confirmationKeys(transcript, strippedW(w));
    const padded = confirmationKeys(transcript, paddedW(w));
    // T = w*M gives the identity, which everybody can hash. To refuse it in round 1 would tell whoever sends it that the
    // password is right, without a try being counted: round 2 fails instead.
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
