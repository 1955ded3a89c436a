/** @module Whether a text can be a connection token at all, before it is put into a link that then does not work. */
import { checkSct, EdgeError } from '@longwire/protocol';

/** What a longwire-signaling service makes: a public id and 256 bits. */
const SERVICE_TOKEN = /^lw_[0-9a-f]{10}_[A-Za-z0-9_-]{43}$/u;

/** What others make. Reason for the twelve: nothing shorter is a secret. */
const OTHER_TOKEN = /^[A-Za-z0-9_.~+/=-]{12,64}$/u;

/** Checks a connection token. @throws EdgeError ERR_SCT that does not quote it. */
export function checkConnectionToken(text: string): string {
  if (text.startsWith('lw_') && !SERVICE_TOKEN.test(text))
    throw new EdgeError(
      'ERR_SCT',
      `connection token expected 57 characters after 'longwire-signaling token add', got ${text.length}: copy the whole of it`,
    );
  if (!OTHER_TOKEN.test(text))
    throw new EdgeError('ERR_SCT', 'connection token expected 12 to 64 letters, digits and _ . ~ + / = -');
  return checkSct(text);
}
