/** @module A device's long-lived key on node:crypto, and the compact JWS it signs. */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A key and its properties. */
export interface Identity {
  readonly key: KeyObject;
  readonly jwk: { readonly crv: string; readonly kty: string; readonly x: string; readonly y: string };
  readonly fingerprint: string;
}

function describeKey(key: KeyObject): Identity {
  const publicKey = createPublicKey(key);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  if (typeof x !== 'string' || typeof y !== 'string') throw new Error('expected a P-256 key');
  return {
    key,
    jwk: { crv: 'P-256', kty: 'EC', x, y },
    fingerprint: createHash('sha256').update(der).digest('hex'),
  };
}

/** Reads a P-256 private key in PEM. */
export function readIdentity(file: string): Identity {
  return describeKey(createPrivateKey(readFileSync(file)));
}

/** A coordinate whose first byte is zero as deployed devices write it: left-aligned in its 32 bytes, followed by stack contents. */
function leftAligned(coordinate: string): string {
  const bytes = Buffer.from(coordinate, 'base64url');
  if (bytes[0] !== 0) return coordinate;
  return Buffer.concat([bytes.subarray(1), Buffer.from([0x5a])]).toString('base64url');
}

/** The public key in the challenge of deployed devices: incorrect for one key in 128. */
export function withBrokenZeros(jwk: Identity['jwk']): Identity['jwk'] {
  return { ...jwk, x: leftAligned(jwk.x), y: leftAligned(jwk.y) };
}

/** A compact JWS (ES256) with the public key in its header. */
export function signJws(identity: Identity, typ: string, payload: object): string {
  const parts = [{ alg: 'ES256', jwk: identity.jwk, typ }, payload];
  const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign('sha256', Buffer.from(input), { key: identity.key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}
