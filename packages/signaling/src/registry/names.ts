/** @module The ids and names that are registered. */
import { EdgeError } from '@longwire/protocol';

const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Longest name of a device, in UTF-8 bytes: that of its friendly name. */
const MAX_NAME_BYTES = 64;

/** Checks a product or device id. @throws EdgeError ERR_NAME_FORMAT */
export function parseId(text: string, what: 'product id' | 'device id'): string {
  if (!ID.test(text)) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `${what} expected 1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit`,
    );
  }
  return text;
}

/** Checks a device's name for people. @throws EdgeError ERR_NAME_FORMAT */
export function parseName(text: string): string {
  if (text === '' || Buffer.byteLength(text) > MAX_NAME_BYTES) {
    throw new EdgeError(
      'ERR_NAME_FORMAT',
      `name expected 1 to ${MAX_NAME_BYTES} bytes, got ${Buffer.byteLength(text)}`,
    );
  }
  return text;
}
