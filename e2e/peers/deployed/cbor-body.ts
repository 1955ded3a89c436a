/** @module CBOR bodies as the IAM resources of deployed devices parse and write them, and the errors they share. */
import { decode, encode, type Value } from './cbor.ts';
import { text, type Answer, type Request } from './coap-framing.ts';

const CBOR = 60;

/** Texts of this many bytes and more count as missing. */
const MAX_TEXT_BYTES = 1024;

export const DENIED: Answer = text(403, 'Access Denied');
export const BAD_REQUEST: Answer = text(400, 'Bad request');
export const NOT_FOUND: Answer = text(404, 'Resource not found');
export const CONFLICT: Answer = text(409, 'Conflict');
export const CREATED: Answer = { statusCode: 201 };
export const NO_CONTENT: Answer = { statusCode: 204 };

/** An answer with a payload. */
export function cbor(statusCode: number, value: Value): Answer {
  return { statusCode, contentType: CBOR, payload: encode(value) };
}

/** The payload of a request; undefined when it is not CBOR. */
export function body({ contentType, payload }: Request): Value | undefined {
  if (contentType !== CBOR || payload === undefined) return undefined;
  try {
    return decode(payload);
  } catch {
    return undefined;
  }
}

/** A text, cut at a NUL; undefined when the device treats it as missing. */
export function readText(value: Value | undefined): string | undefined {
  if (typeof value !== 'string' || Buffer.byteLength(value) >= MAX_TEXT_BYTES) return undefined;
  return value.split('\0', 1)[0];
}
