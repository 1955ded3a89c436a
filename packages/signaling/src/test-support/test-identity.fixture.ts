/** @module A device key for tests. */
import { publicKeyFingerprint, parsePublicJwk, type Fingerprint, type SigningKey } from '@longwire/protocol';

/** A P-256 key and its fingerprint. */
export interface TestIdentity {
  readonly fingerprint: Fingerprint;
  readonly key: SigningKey;
}

/** Generates a key. */
export async function makeIdentity(): Promise<TestIdentity> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  );
  const jwk = parsePublicJwk(await crypto.subtle.exportKey('jwk', publicKey));
  const sign = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data));
  return { fingerprint: publicKeyFingerprint(jwk), key: { jwk, sign } };
}
