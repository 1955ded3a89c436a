/** @module The client's side of a password login (SPAKE2, PROTOCOL.md section 7). */
import { equalBytes } from '../bytes/equal-bytes.ts';
import type { RandomBytes } from '../bytes/random-bytes.ts';
import { EdgeError } from '../errors/edge-error.ts';
import type { Fingerprint } from './fingerprint.ts';
import { encodeLoginRequest } from './login-request.ts';
import { passwordVerifier, verifierNumber } from './password-verifier.ts';
import { decodePoint, encodePoint, G, M, multiply, N, randomScalar, type Point } from './spake2-group.ts';
import { confirmationKeys, strippedW } from './spake2-transcript.ts';

/** A login after round 1. */
export interface ClientConfirmation {
  /** KcA, the body of round 2. */
  readonly confirmation: Uint8Array;
  /** Whether the device's answer to round 2 proves that it has the password and sees the same two certificates. */
  readonly verify: (KcB: Uint8Array) => boolean;
}

/** A login before round 1 is answered. */
export interface ClientLogin {
  /** The CBOR body of round 1. */
  readonly request: Uint8Array<ArrayBuffer>;
  /**
   * Takes the device's point, once: each answer to a point lets the other side test one guess of the password.
   * @throws EdgeError ERR_SPAKE2_POINT for a bad point, ERR_SPAKE2_STATE the second time.
   */
  readonly handleServerPoint: (S: Uint8Array) => ClientConfirmation;
}

/** Starts a login. @throws EdgeError ERR_RANDOM when the random source is broken. */
export function startClientLogin(options: {
  readonly username: string;
  readonly password: string;
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
  readonly randomBytes: RandomBytes;
}): ClientLogin {
  const { username, password, clientFingerprint, deviceFingerprint, randomBytes } = options;
  const w = verifierNumber(passwordVerifier(password));
  const x = randomScalar(randomBytes);
  const T = encodePoint(clientPoint(x, w));
  let isAnswered = false;

  function handleServerPoint(S: Uint8Array): ClientConfirmation {
    if (isAnswered)
      throw new EdgeError('ERR_SPAKE2_STATE', 'a server point was already handled in this login');
    isAnswered = true;
    const K = clientSharedPoint(x, w, decodePoint(S));
    if (K.is0()) throw new EdgeError('ERR_SPAKE2_POINT', 'the shared point is the identity');
    const { KcA, KcB } = confirmationKeys({ clientFingerprint, deviceFingerprint, T, S, K }, strippedW(w));
    return { confirmation: KcA, verify: (answer) => equalBytes(answer, KcB) };
  }

  return { request: encodeLoginRequest({ T, username }), handleServerPoint };
}

/** T = x*G + w*M. */
export function clientPoint(x: bigint, w: bigint): Point {
  return multiply(G, x).add(multiply(M, w));
}

/** K = x*(S - w*N). */
export function clientSharedPoint(x: bigint, w: bigint, S: Point): Point {
  return multiply(S.subtract(multiply(N, w)), x);
}
