/** @module The part of WebCrypto's SubtleCrypto that checks signatures; both the browser's and Node's satisfy it. */
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

/**
 * Requires WebCrypto. @throws EdgeError ERR_NO_SUBTLE_CRYPTO without it, as in a page that is not a secure context.
 */
export function requireSubtle(subtle: SubtleVerifier | undefined): SubtleVerifier {
  if (subtle !== undefined) return subtle;
  throw new EdgeError(
    'ERR_NO_SUBTLE_CRYPTO',
    'crypto.subtle is missing: open the page in a secure context (https or localhost)',
  );
}
