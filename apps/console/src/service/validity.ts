/** @module Whether a token or a key of the service is still valid. */

/** Valid, revoked, or expired. */
export type Validity = 'good' | 'revoked' | 'ended';

/** The validity at a time. */
export function validityOf(
  { isRevoked, expiresAt }: { readonly isRevoked: boolean; readonly expiresAt: string | null },
  nowMs: number,
): Validity {
  if (isRevoked) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'ended' : 'good';
}
