/** @module CBOR values written as JSON: bytes are {"$hex": "…"}, everything else is itself. */

import { bytesToHex, readHex } from '../bytes.ts';
import type { CborValue } from '../wire.ts';

const BYTES_KEY = '$hex';

/** JSON text of a CBOR value, indented. Whole numbers too large for JSON are written as text. */
export function cborToJson(value: CborValue): string {
  return JSON.stringify(toJson(value), null, 2) ?? 'undefined';
}

/** The CBOR value that a parsed JSON value stands for. @throws RangeError for bytes that are not hex. */
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
  if (entries.length === 1 && first !== undefined && first[0] === BYTES_KEY && typeof first[1] === 'string') {
    const bytes = readHex(first[1]);
    if (bytes === undefined) throw new RangeError(`${BYTES_KEY} expected pairs of hex digits`);
    return bytes;
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, jsonToCbor(item)]));
}

function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [BYTES_KEY]: bytesToHex(value) };
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [String(key), toJson(item)]));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
  }
  return value;
}
