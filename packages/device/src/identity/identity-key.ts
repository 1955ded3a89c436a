/** @module A P-256 private key as an identity, and as PEM text. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { EdgeError, parsePublicJwk, publicKeyFingerprint } from '@longwire/protocol';
import type { Identity } from './identity.ts';

/** A new random private key. */
export function generatePrivateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** The identity of a private key; the coordinates of its public key keep their leading zeros. @throws EdgeError ERR_PUBLIC_KEY */
export function identityOf(privateKey: KeyObject): Identity {
  const jwk = parsePublicJwk(createPublicKey(privateKey).export({ format: 'jwk' }));
  return {
    fingerprint: publicKeyFingerprint(jwk),
    key: {
      jwk,
      sign: (data) =>
        Promise.resolve(new Uint8Array(sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }))),
    },
  };
}

/** Encodes a private key as PKCS #8 PEM. */
export function formatPrivateKey(privateKey: KeyObject): string {
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** Parses a private key. @throws EdgeError ERR_IDENTITY_FILE for anything but a P-256 key in PEM; never quotes the text. */
export function parsePrivateKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    // Without the cause, which may contain a part of the key.
    throw new EdgeError('ERR_IDENTITY_FILE', 'identity is not a private key in PEM');
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new EdgeError('ERR_IDENTITY_FILE', 'identity is not a P-256 key');
  return key;
}
