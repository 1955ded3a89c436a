/** @module What is registered of an issuer of jwts. */
import { isAbsolute } from 'node:path';
import { EdgeError } from '@longwire/protocol';
import type { JwtIssuer } from '../ports/jwt-issuer.ts';

/** Longest of an issuer's texts, in characters: that of a URL. */
const MAX_LENGTH = 2_048;

/** Issuers of one product. Reason: all of them are read at each login with a jwt. */
export const MAX_ISSUERS = 16;

/** Visible characters of Unicode, no spaces or control characters. */
const TEXT = /^[^\s\p{C}]+$/u;

/** Checks an issuer. @throws EdgeError ERR_NAME_FORMAT, ERR_JWKS */
export function parseIssuer({ issuer, audience, jwks }: JwtIssuer): JwtIssuer {
  for (const text of [issuer, audience]) {
    if (!isIssuerText(text)) {
      throw new EdgeError(
        'ERR_NAME_FORMAT',
        `issuer and audience expected 1 to ${MAX_LENGTH} visible characters`,
      );
    }
  }
  return { issuer, audience, jwks: parseLocation(jwks) };
}

/** Whether an issuer can have this name. */
export function isIssuerText(text: string): boolean {
  return TEXT.test(text) && text.length <= MAX_LENGTH && text.isWellFormed();
}

function parseLocation(text: string): string {
  const isUrl = /^https?:$/.test(URL.parse(text)?.protocol ?? '');
  if ((isUrl || isAbsolute(text)) && text.length <= MAX_LENGTH && !/\p{Cc}/u.test(text)) return text;
  throw new EdgeError('ERR_JWKS', 'JWKS expected an http(s) URL or an absolute file name');
}
