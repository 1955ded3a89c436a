/** @module ECDSA keys on P-256 as PEM files, and for X.509. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { EdgeError } from '@longwire/protocol';

/** Algorithm of all keys. */
const KEY = { name: 'ECDSA', namedCurve: 'P-256' };

/** Algorithm of all signatures. */
export const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Creates a private key, as PEM (PKCS #8). */
export function makeKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: KEY.namedCurve });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** A key of Web Crypto. */
export type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Both halves of a key. */
export interface KeyPair {
  readonly privateKey: WebKey;
  readonly publicKey: WebKey;
}

/** Imports a private key; `file` names it in the error. @throws EdgeError ERR_CONFIG */
export async function importKeyPair(pem: string, file: string): Promise<KeyPair> {
  try {
    const key = createPrivateKey(pem);
    const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
    const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
    const { subtle } = crypto;
    return {
      privateKey: await subtle.importKey('pkcs8', pkcs8, KEY, false, ['sign']),
      publicKey: await subtle.importKey('spki', spki, KEY, true, ['verify']),
    };
  } catch (cause) {
    throw new EdgeError('ERR_CONFIG', `${file} is not an ECDSA key on P-256`, { cause });
  }
}
