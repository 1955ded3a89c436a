/** @module The host name of a device's own pages, which keeps devices from sharing an origin. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8Encode } from '../bytes/utf8.ts';
import { foldId } from '../device-id/fold-id.ts';

/** RFC 4648 section 6, in lower case, as host names are. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * 160 bits: ids whose label collides with another device's cannot be found, and 32 letters fit into a host name label
 * (at most 63).
 */
const LABEL_BYTES = 20;

/** The form of a {@link deviceLabel}. */
const LABEL = /^[a-z2-7]{32}$/u;

/**
 * The label of a device: the first 160 bits of SHA-256 over both ids with a zero byte between them (no id contains
 * one), in base32.
 */
export function deviceLabel(productId: string, deviceId: string): string {
  const digest = sha256(utf8Encode(`${foldId(productId)}\0${foldId(deviceId)}`)).subarray(0, LABEL_BYTES);
  return base32(digest);
}

/** Whether the text has the form of a device label. */
export function isDeviceLabel(text: string): boolean {
  return LABEL.test(text);
}

/** Whole groups of five bytes only, so no padding is needed. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return text;
}
