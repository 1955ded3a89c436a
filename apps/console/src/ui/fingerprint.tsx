/** @module A fingerprint in groups that can be compared by eye. */

import { groupedFingerprint } from '../link/mask.ts';
import './fingerprint.css';

/** A complete fingerprint. */
export function FingerprintText({ value }: { readonly value: string }) {
  return <code className="lw-mono lw-fingerprint">{groupedFingerprint(value)}</code>;
}
