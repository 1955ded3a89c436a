/** @module Payload bytes in the JSON framing (PROTOCOL.md section 5). */
import { isJsonObject } from '../json/parse-json.ts';

/** The highest content format number (RFC 7252 section 12.3). */
export const MAX_CONTENT_FORMAT = 65_535;

/** Bytes from an array of numbers or from `{data: [number, …]}`; undefined for anything else. */
export function bytesFromWire(wire: unknown): Uint8Array | undefined {
  const list: unknown = isJsonObject(wire) ? wire['data'] : wire;
  if (!Array.isArray(list)) return undefined;
  const bytes = new Uint8Array(list.length);
  // Indexed, because `entries()` allocates an array per byte.
  for (let index = 0; index < bytes.length; index += 1) {
    const byte: unknown = list[index];
    if (!isIntegerUpTo(byte, 255)) return undefined;
    bytes[index] = byte;
  }
  return bytes;
}

/** Whether a value from the wire is a content format. */
export function isContentFormat(value: unknown): value is number {
  return isIntegerUpTo(value, MAX_CONTENT_FORMAT);
}

function isIntegerUpTo(value: unknown, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
}
