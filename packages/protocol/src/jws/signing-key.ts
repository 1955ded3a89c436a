/** @module A device's long-lived key, as much of it as signing needs. */
import type { PublicJwk } from './public-jwk.ts';

/** Signs with ECDSA on P-256 over SHA-256; the private half stays wherever it is kept. */
export interface SigningKey {
  readonly jwk: PublicJwk;
  /** Signs data; the signature is r || s, 64 bytes. */
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}
