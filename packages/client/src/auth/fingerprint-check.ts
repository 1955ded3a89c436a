/** @module Asks the device to prove its long-lived key inside this connection (PROTOCOL.md section 6). */
import type { Fingerprint, RandomBytes, WireFingerprints } from '@longwire/protocol';
import { ContentFormat, EdgeError, StatusError, utf8Encode } from '@longwire/protocol/base';
import { base64urlEncode, challengeKeyOf, verifyChallengeToken } from '@longwire/protocol/proof';
import { diagnosticOf } from '../request/diagnostic.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, Requester } from '../request/request-options.ts';

const CHALLENGE_PATH = '/webrtc/challenge';
const CONTENT = 205;

/** Length of the nonce in bytes: twice the 128 bits that PROTOCOL.md section 6 asks for. */
const NONCE_BYTES = 32;

/** What rules out a man in the middle: a token with both certificates of the connection, or a password login over them. */
export type BoundBy = 'token' | 'login';

/** The verdict on a device's key; an older device, whose token contains no certificates, is bound by a password login only. */
export type FingerprintVerdict =
  | { readonly valid: true; readonly bound: true; readonly boundBy: BoundBy; readonly shown?: undefined }
  | {
      readonly valid: boolean;
      readonly bound: false;
      readonly boundBy?: undefined;
      /** The key that the device proved, be it the expected one or not. */
      readonly shown?: Fingerprint | undefined;
    };

/** A key that the device proved to hold; whether it belongs to the right device is not known. */
export interface ShownKey {
  readonly fingerprint: Fingerprint;
  /** Whether the proof contains this connection's certificates. */
  readonly bound: boolean;
}

/** The result of checking a token by itself: the key that it proves, if it proves one. */
export interface CheckedKey {
  readonly bound: boolean;
  readonly key?: Fingerprint | undefined;
  /** The extensions that the device signed for; empty if the proof is not valid. */
  readonly features: readonly string[];
}

/** Options of {@link checkFingerprint}. */
export interface FingerprintCheckOptions extends CallOptions, WireFingerprints {
  readonly request: Requester;
  readonly randomBytes: RandomBytes;
  readonly subtle: SubtleCrypto | undefined;
}

/**
 * Sends a fresh nonce and checks the signed answer with the key in it; the caller compares that key.
 * @throws EdgeError ERR_NO_SUBTLE_CRYPTO, ERR_VALIDATE_FINGERPRINT, ERR_PAYLOAD_FORMAT if no proof can be obtained.
 */
export async function checkFingerprint(options: FingerprintCheckOptions): Promise<CheckedKey> {
  const { request, randomBytes, subtle } = options;
  if (subtle === undefined) {
    throw new EdgeError(
      'ERR_NO_SUBTLE_CRYPTO',
      'crypto.subtle is missing: open the page in a secure context (https or localhost)',
    );
  }
  const nonce = base64urlEncode(randomBytes(NONCE_BYTES));
  const response = await request('POST', CHALLENGE_PATH, {
    payload: utf8Encode(JSON.stringify({ challenge: nonce })),
    contentFormat: ContentFormat.json,
    signal: options.signal,
    timeoutMs: options.timeoutMs,
  });
  if (response.statusCode !== CONTENT) {
    throw StatusError.validateFingerprint(response.statusCode, diagnosticOf(response));
  }
  const token = tokenOf(response);
  const expected = challengeKeyOf(token);
  if (expected === undefined) return { bound: false, features: [] };
  const { valid, bound, features } = await verifyChallengeToken({ ...options, token, nonce, expected });
  return { bound, key: valid ? expected : undefined, features };
}

function tokenOf(response: DeviceResponse): string {
  const body = response.json();
  const token: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'response') : undefined;
  if (typeof token !== 'string') {
    throw new EdgeError('ERR_PAYLOAD_FORMAT', 'answer to the challenge has no text in `response`');
  }
  return token;
}
