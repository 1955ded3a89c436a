/** @module How secrets and long keys are displayed. */

/** A fixed number of dots: reveals neither the secret's length nor its characters. */
export const MASK = '••••••••';

/** Whether a text, also an unfinished link, holds a password or a token. */
export function holdsSecret(text: string): boolean {
  return /[#&?](?:pwd|sct)=./u.test(text);
}

/** A fingerprint in groups of four, easy to compare by eye. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{4})(?=.)/gu, '$1 ');
}
