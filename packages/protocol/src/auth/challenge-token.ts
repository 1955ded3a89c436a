/**
 * @module The token by which a device proves, inside a connection, that it holds its long-lived key and that no one
 * relays the connection.
 */
import { parseJws, signJws, verifyJws, type UnverifiedJws } from '../jws/compact-jws.ts';
import type { SigningKey } from '../jws/signing-key.ts';
import { requireSubtle, type SubtleVerifier } from '../jws/subtle-verifier.ts';
import { EdgeError } from '../errors/edge-error.ts';
import { parseChallengeKey } from './challenge-key.ts';
import type { Fingerprint } from './fingerprint.ts';
import { MAX_FEATURES } from '../stream/feature.ts';
import { publicKeyFingerprint } from './public-key-fingerprint.ts';

/** The DTLS certificates of a connection, as seen on the wire: never taken from an SDP. */
export interface WireFingerprints {
  readonly clientFingerprint: Fingerprint;
  readonly deviceFingerprint: Fingerprint;
}

/** The result of a challenge. `bound`: the token names this connection's certificates, which rules out a relay in between. */
export type ChallengeVerdict =
  | {
      readonly valid: true;
      readonly bound: boolean;
      /** The extensions that the device signed for: signaling can neither add nor remove any. */
      readonly features: readonly string[];
      readonly reason?: undefined;
    }
  | { readonly valid: false; readonly bound: false; readonly features: readonly []; readonly reason: string };

/**
 * Signs the answer to a challenge.
 * @throws EdgeError ERR_CHALLENGE_TOKEN when the key cannot sign.
 */
export async function makeChallengeToken(
  options: WireFingerprints & {
    readonly nonce: string;
    readonly key: SigningKey;
    /** The extensions of the device; without any the claim is omitted, as deployed devices do. */
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
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'cannot sign the challenge token: the key failed', {
      cause,
    });
  }
}

/**
 * Checks the answer to a challenge; returns a verdict whatever the device sent.
 * @throws EdgeError ERR_NO_SUBTLE_CRYPTO without WebCrypto, ERR_CHALLENGE_TOKEN if WebCrypto itself fails.
 */
export async function verifyChallengeToken(
  options: WireFingerprints & {
    readonly token: string;
    readonly nonce: string;
    /** The device's fingerprint, obtained out of band. */
    readonly expected: Fingerprint;
    readonly subtle: SubtleVerifier | undefined;
  },
): Promise<ChallengeVerdict> {
  const subtle = requireSubtle(options.subtle);
  const jws = parseJws(options.token, parseChallengeKey);
  if (!jws.ok) return invalid(jws.reason);
  if (jws.value.claims.get('nonce') !== options.nonce) return invalid('nonce differs from the one sent');
  if (publicKeyFingerprint(jws.value.jwk) !== options.expected) return invalid('key is not the expected one');
  const binding = bindingOf(jws.value.claims, options);
  if (binding === 'another') return invalid('token is for another connection');
  if (!(await isSigned(jws.value, subtle))) return invalid('signature does not verify');
  return { valid: true, bound: binding === 'this', features: featuresOf(jws.value.claims) };
}

/** The fingerprint of the key in an answer to a challenge; unverified until {@link verifyChallengeToken} accepts the answer. */
export function challengeKeyOf(token: string): Fingerprint | undefined {
  const jws = parseJws(token, parseChallengeKey);
  return jws.ok ? publicKeyFingerprint(jws.value.jwk) : undefined;
}

/** Which connection the claims name: this one, another one (also if they name only one side), or none, as older devices do. */
function bindingOf(
  claims: ReadonlyMap<string, unknown>,
  wire: WireFingerprints,
): 'this' | 'another' | 'none' {
  if (!claims.has('client_fingerprint') && !claims.has('device_fingerprint')) return 'none';
  const isClient = isFingerprint(claims.get('client_fingerprint'), wire.clientFingerprint);
  const isDevice = isFingerprint(claims.get('device_fingerprint'), wire.deviceFingerprint);
  return isClient && isDevice ? 'this' : 'another';
}

/** A malformed claim counts as missing. */
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
    throw new EdgeError('ERR_CHALLENGE_TOKEN', 'cannot verify the challenge token: crypto.subtle failed', {
      cause,
    });
  }
}

function invalid(reason: string): ChallengeVerdict {
  return { valid: false, bound: false, features: [], reason };
}
