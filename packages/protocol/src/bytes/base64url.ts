/**
 * @module base64url without padding (RFC 4648 section 5), decoded strictly: each byte string has exactly one text.
 */
import { EdgeError } from '../errors/edge-error.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map(ALPHABET.split('').map((character, value) => [character, value]));

/** Encodes bytes as base64url without padding. */
export function base64urlEncode(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += ALPHABET.charAt((pending >> bits) & 63);
    }
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET.charAt((pending << (6 - bits)) & 63);
}

/**
 * Decodes base64url without padding.
 * @throws EdgeError ERR_BASE64URL for padding, any other character, an impossible length or unused bits that are not
 * zero.
 */
export function base64urlDecode(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 === 1) throw malformed('impossible length');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (const character of text) {
    const value = VALUES.get(character);
    if (value === undefined) throw malformed('character outside of the alphabet');
    pending = (pending << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length] = pending >> bits;
    length += 1;
    pending &= (1 << bits) - 1;
  }
  if (pending !== 0) throw malformed('unused bits are set');
  return bytes;
}

function malformed(reason: string): EdgeError {
  return new EdgeError('ERR_BASE64URL', `cannot decode base64url: ${reason}`);
}
