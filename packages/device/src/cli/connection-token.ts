/** @module Whether a text can be a connection token, checked before it goes into a link that would not work. */
import { checkSct, EdgeError } from '@longwire/protocol';
import { isServiceToken } from '../iam/service-token.ts';

/** The format of a longwire-signaling service: a public id and 256 bits. */
const WHOLE_SERVICE_TOKEN = /^lw_[0-9a-f]{10}_[A-Za-z0-9_-]{43}$/u;

/** The format of other services. Reason for the twelve: a shorter text is no secret. */
const OTHER_TOKEN = /^[A-Za-z0-9_.~+/=-]{12,64}$/u;

/** Checks a connection token. @throws EdgeError ERR_SCT that does not quote it. */
export function checkConnectionToken(text: string): string {
  if (isServiceToken(text) && !WHOLE_SERVICE_TOKEN.test(text))
    throw new EdgeError(
      'ERR_SCT',
      `connection token is incomplete: those of 'longwire-signaling token add' have 57 characters, got ${text.length}. Copy the whole token`,
    );
  if (!OTHER_TOKEN.test(text))
    throw new EdgeError('ERR_SCT', 'connection token must be 12 to 64 letters, digits and _ . ~ + / = -');
  return checkSct(text);
}
