/** @module Whether what the service gave out, a token or a key, is still good for anything. */

/** Good, taken back by somebody, or over by itself. */
export type Validity = 'good' | 'revoked' | 'ended';

/** Its state at a time. */
export function validityOf(
  { isRevoked, expiresAt }: { readonly isRevoked: boolean; readonly expiresAt: string | null },
  nowMs: number,
): Validity {
  if (isRevoked) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'ended' : 'good';
}
