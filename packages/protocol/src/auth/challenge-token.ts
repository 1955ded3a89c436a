/** @module The token by which a device proves, inside a connection, that it holds its long-lived key and that nobody is in between. */
import { parseJws, signJws, verifyJws, type UnverifiedJws } from '../jws/compact-jws.ts';
import type { SigningKey } from '../jws/signing-key.ts';
import { requireSubtle, type SubtleVerifier } from '../jws/subtle-verifier.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { parseChallengeKey } from './challenge-key.ts';
import type { Fingerprint } from './fingerprint.ts';
import { MAX_FEATURES } from '../stream/feature.ts';
import { publicKeyFingerprint } from './public-key-fingerprint.ts';

/** The DTLS certificates of a connection, as they were on the wire and never as an SDP names them. */
export interface WireFingerprints {
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
}

/** What a challenge showed: `bound` is whether the token names this connection's certificates, which a relay cannot have it do. */
export type ChallengeVerdict =
  | {
      readonly valid: true;
      readonly bound: boolean;
      /** The extensions that the device has signed for: nothing that signaling drops or adds can change them. */
      readonly features: readonly string[];
      readonly reason?: undefined;
    }
  | { readonly valid: false; readonly bound: false; readonly features: readonly []; readonly reason: string };

/**
 * Makes the answer to a challenge.
 * @throws EdgeError ERR_CHALLENGE_TOKEN when the key cannot be used.
 */
export async function makeChallengeToken(
  options: WireFingerprints & {
    readonly nonce: string;
    readonly key: SigningKey;
    /** The extensions that the device has; no claim for none, as deployed devices do. */
    readonly features?: readonly string[];
  },
): Promise<string> {
  const { nonce, clientFingerprint, deviceFingerprint, key, features = [] } = options;
  const claims = {
    nonce,
    client_fingerprint: clientFingerprint,
    device_fingerprint: deviceFingerprint,
    ...(features.length > 0 && { features }),
  };
  try {
    return await signJws({ typ: 'JWS', claims, key });
  } catch (cause) {
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'challenge token expected a key that signs, got a failure', {
      cause,
    });
  }
}

/**
 * Checks the answer to a challenge; whatever the device sent, the outcome is a verdict.
 * @throws EdgeError ERR_NO_SUBTLE_CRYPTO without WebCrypto, ERR_CHALLENGE_TOKEN where WebCrypto itself fails.
 */
export async function verifyChallengeToken(
  options: WireFingerprints & {
    readonly token: string;
    readonly nonce: string;
    /** The device's fingerprint, as the user was told it out of band. */
    readonly expected: Fingerprint;
    readonly subtle: SubtleVerifier | undefined;
  },
): Promise<ChallengeVerdict> {
  const subtle = requireSubtle(options.subtle);
  const jws = parseJws(options.token, parseChallengeKey);
  if (!jws.ok) return invalid(jws.reason);
  if (jws.value.claims.get('nonce') !== options.nonce) return invalid('nonce is not the one sent');
  if (publicKeyFingerprint(jws.value.jwk) !== options.expected) return invalid('key is not the expected one');
  const binding = bindingOf(jws.value.claims, options);
  if (binding === 'another') return invalid('token is for another connection');
  if (!(await isSigned(jws.value, subtle))) return invalid('signature does not verify');
  return { valid: true, bound: binding === 'this', features: featuresOf(jws.value.claims) };
}

/** The key that an answer to a challenge names; nothing is known of it before the answer has been checked with it. */
export function challengeKeyOf(token: string): Fingerprint | undefined {
  const jws = parseJws(token, parseChallengeKey);
  return jws.ok ? publicKeyFingerprint(jws.value.jwk) : undefined;
}

/** Which connection the claims name: this one, another one (also when they name but one side), or none, as old devices do. */
function bindingOf(
  claims: ReadonlyMap<string, unknown>,
  wire: WireFingerprints,
): 'this' | 'another' | 'none' {
  if (!claims.has('client_fingerprint') && !claims.has('device_fingerprint')) return 'none';
  const isClient = isFingerprint(claims.get('client_fingerprint'), wire.clientFingerprint);
  const isDevice = isFingerprint(claims.get('device_fingerprint'), wire.deviceFingerprint);
  return isClient && isDevice ? 'this' : 'another';
}

/** A claim of another shape is a claim that is not known. */
function featuresOf(claims: ReadonlyMap<string, unknown>): readonly string[] {
  const features = claims.get('features');
  if (!Array.isArray(features)) return [];
  return features.slice(0, MAX_FEATURES).filter((name) => typeof name === 'string');
}

function isFingerprint(claim: unknown, wire: Fingerprint): boolean {
  return typeof claim === 'string' && claim.toLowerCase() === wire;
}

async function isSigned(jws: UnverifiedJws, subtle: SubtleVerifier): Promise<boolean> {
  try {
    return await verifyJws(jws, subtle);
  } catch (cause) {
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'crypto.subtle expected to verify, got a failure', { cause });
  }
}

function invalid(reason: string): ChallengeVerdict {
  return { valid: false, bound: false, features: [], reason };
}
