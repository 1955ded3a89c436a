/** @module A fingerprint, in groups that can be compared by eye. */

import { groupedFingerprint } from '../link/mask.ts';

/** A whole fingerprint. */
export function FingerprintText({ value }: { readonly value: string }) {
  return <code className="lw-mono">{groupedFingerprint(value)}</code>;
}
