/** @module The part of WebCrypto's SubtleCrypto that checking a signature needs; a browser's and Node's are both one. */
import { EdgeError } from '../errors/edge-error.ts';

/** Pass `crypto.subtle`. */
export interface SubtleVerifier {
  importKey(
    format: 'raw',
    keyData: Uint8Array<ArrayBuffer>,
    algorithm: { name: 'ECDSA'; namedCurve: 'P-256' },
    extractable: boolean,
    keyUsages: 'verify'[],
  ): Promise<unknown>;
  verify(
    algorithm: { name: 'ECDSA'; hash: 'SHA-256' },
    key: unknown,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
}

/** Insists on WebCrypto. @throws EdgeError ERR_NO_SUBTLE_CRYPTO where there is none, as in a page without a secure context. */
export function requireSubtle(subtle: SubtleVerifier | undefined): SubtleVerifier {
  if (subtle !== undefined) return subtle;
  throw new EdgeError('ERR_NO_SUBTLE_CRYPTO', 'crypto.subtle expected in a secure context, got none');
}
