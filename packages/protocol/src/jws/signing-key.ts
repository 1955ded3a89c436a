/** @module The part of a device's long-lived key that signing needs. */
import type { PublicJwk } from './public-jwk.ts';

/** Signs with ECDSA on P-256 over SHA-256; the private key stays in its store. */
export interface SigningKey {
  readonly jwk: PublicJwk;
  /** Signs data; the signature is r || s, 64 bytes. */
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}
