/** @module How secrets and long keys are displayed. */

/** A fixed number of dots: reveals neither the secret's length nor its characters. */
export const MASK = '••••••••';

/** A fingerprint in groups of four, easy to compare by eye. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{4})(?=.)/gu, '$1 ');
}
