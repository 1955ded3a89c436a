/** @module Validates JWT issuers. */
import { isAbsolute } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import type { JwtIssuer } from '../ports/jwt-issuer.ts';

/** Longest issuer, audience or URL, in characters. */
const MAX_LENGTH = 2_048;

/** Issuers per product. Reason: all of them are read at each JWT login. */
export const MAX_ISSUERS = 16;

/** Visible Unicode characters, no spaces or control characters. */
const TEXT = /^[^\s\p{C}]+$/u;

/** Validates an issuer. @throws EdgeError ERR_NAME_FORMAT, ERR_JWKS */
export function parseIssuer({ issuer, audience, jwks }: JwtIssuer): JwtIssuer {
  for (const text of [issuer, audience]) {
    if (!isIssuerText(text)) {
      throw new EdgeError(
        'ERR_NAME_FORMAT',
        `issuer and audience must have 1 to ${MAX_LENGTH} visible characters`,
      );
    }
  }
  return { issuer, audience, jwks: parseLocation(jwks) };
}

/** Whether `text` is a valid issuer name. */
export function isIssuerText(text: string): boolean {
  return TEXT.test(text) && text.length <= MAX_LENGTH && text.isWellFormed();
}

function parseLocation(text: string): string {
  const isUrl = /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  if ((isUrl || isAbsolute(text)) && text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text)) return text;
  throw new EdgeError('ERR_JWKS', 'JWKS location must be an http(s) URL or an absolute file name');
}
