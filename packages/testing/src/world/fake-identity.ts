/** @module The long-lived key of a fake device. */
import {
  publicJwkOfPoint,
  publicKeyFingerprint,
  type Fingerprint,
  type PublicJwk,
  type SigningKey,
} from '@longwire/protocol';

/** A P-256 key and its fingerprint. */
export interface FakeIdentity {
  readonly fingerprint: Fingerprint;
  readonly key: SigningKey;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Generates a key. */
export async function createFakeIdentity(): Promise<FakeIdentity> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ALGORITHM, false, ['sign', 'verify']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const jwk: PublicJwk = publicJwkOfPoint(point);
  const sign = async (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data));
  return { fingerprint: publicKeyFingerprint(jwk), key: { jwk, sign } };
}
