/** @module How secrets and long keys are shown. */

/** Dots for a secret: never its length, never a character of it. */
export const MASK = '••••••••';

/** A fingerprint in groups of four, to compare by eye. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{4})(?=.)/gu, '$1 ');
}
