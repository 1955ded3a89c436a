/** @module SHA-256 fingerprints as text. */
import { EdgeError } from '../errors/edge-error.ts';

declare const brand: unique symbol;

/** A SHA-256 fingerprint: 64 lower-case hex digits, without colons. */
export type Fingerprint = string & { readonly [brand]: 'Fingerprint' };

const PLAIN = /^[0-9a-f]{64}$/u;
const WITH_COLONS = /^[0-9a-f]{2}(?::[0-9a-f]{2}){31}$/u;

/** Whether the text is a fingerprint in its canonical form. */
function isFingerprint(text: string): text is Fingerprint {
  return PLAIN.test(text);
}

/** Parses 64 hex digits in either case, with colons between all 32 pairs or none. @throws EdgeError ERR_FINGERPRINT_FORMAT */
export function parseFingerprint(text: string): Fingerprint {
  // oxlint-disable-next-line typescript/no-unnecessary-template-expression -- callers without types pass anything
  const lower = `${text}`.toLowerCase();
  const plain = WITH_COLONS.test(lower) ? lower.replaceAll(':', '') : lower;
  if (isFingerprint(plain)) return plain;
  throw new EdgeError(
    'ERR_FINGERPRINT_FORMAT',
    `cannot parse fingerprint: want 64 hex digits, got ${lower.length} characters`,
  );
}
