/** @module CBOR values as JSON, and back: values without a JSON form become an object with one key that begins with $. */

import { utf8Encode } from '@longwire/protocol/base';
import type { CborValue } from '@longwire/client';
import { bytesToHex, readHex } from '../bytes.ts';

/** Bytes as hex. */
const HEX = '$hex';
/** Bytes that are valid text, for readability. */
const UTF8 = '$utf8';
/** An integer that JSON would round. */
const INTEGER = '$int';
/** NaN and the infinities. */
const FLOAT = '$float';
/** A map that could be mistaken for one of these. */
const MAP = '$map';

const FLOATS: { readonly [name: string]: number } = { NaN, Infinity, '-Infinity': -Infinity };

/** The indented JSON text of a CBOR value. */
export function cborToJson(value: CborValue): string {
  return JSON.stringify(toJson(value), null, 2);
}

/** The CBOR value of a parsed JSON value. @throws RangeError if a $ key has an invalid value. */
export function jsonToCbor(value: unknown): CborValue {
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'string'
  ) {
    return value;
  }
  if (Array.isArray(value)) return value.map(jsonToCbor);
  const entries = Object.entries(Object(value));
  const [first] = entries;
  if (entries.length === 1 && first?.[0].startsWith('$') === true) return special(first[0], first[1]);
  return Object.fromEntries(entries.map(([key, item]) => [key, jsonToCbor(item)]));
}

function special(word: string, value: unknown): CborValue {
  if (word === MAP && typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonToCbor(item)]));
  }
  const read = typeof value === 'string' ? readWord(word, value) : undefined;
  if (read === undefined) throw new RangeError(`invalid value of ${word}`);
  return read;
}

function readWord(word: string, text: string): CborValue | undefined {
  switch (word) {
    case HEX:
      return readHex(text);
    case UTF8:
      return utf8Encode(text);
    case INTEGER:
      return /^-?\d{1,20}$/u.test(text) ? BigInt(text) : undefined;
    case FLOAT:
      return Object.hasOwn(FLOATS, text) ? FLOATS[text] : undefined;
    default:
      return undefined;
  }
}

function toJson(value: CborValue): unknown {
  if (value instanceof Uint8Array) return bytesToJson(value);
  if (typeof value === 'bigint') return { [INTEGER]: value.toString() };
  if (typeof value === 'number') return Number.isFinite(value) ? value : { [FLOAT]: String(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toJson);
  const entries = Object.entries(value);
  const object = Object.fromEntries(entries.map(([key, item]) => [key, toJson(item)]));
  return entries.length === 1 && entries[0]?.[0].startsWith('$') === true ? { [MAP]: object } : object;
}

function bytesToJson(bytes: Uint8Array): unknown {
  const text = readableText(bytes);
  return text === undefined ? { [HEX]: bytesToHex(bytes) } : { [UTF8]: text };
}

/** The text of bytes that look like text: UTF-8 without control characters. */
function readableText(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /^[^\p{Cc}\p{Cn}\p{Co}]*$/u.test(text) ? text : undefined;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
