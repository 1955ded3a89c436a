/** @module One CoAP message as one binary message (RFC 8323 section 4.2: as over TCP, with a length field of 0). */
import { EdgeError } from '../../errors/edge-error.ts';
import type { Parsed } from '../../parsed.ts';
import type { CoapOption } from './coap-option.ts';

/** One message of RFC 8323 section 4: a request, a response or a signal. */
export interface CoapFrame {
  readonly code: number;
  /** Up to 8 bytes. */
  readonly token: Uint8Array;
  readonly options: readonly CoapOption[];
  /** Never empty. */
  readonly payload?: Uint8Array;
}

/**
 * Most options of one message. Reason: one takes a byte on the wire and a hundred in memory; requests have about ten.
 */
export const MAX_COAP_OPTIONS = 256;

const MAX_TOKEN_BYTES = 8;
const MAX_OPTION_NUMBER = 0xffff;
const PAYLOAD_MARKER = 0xff;

/** A nibble of 13 is followed by one more byte, 14 by two (RFC 7252 section 3.1). */
const ONE_BYTE_FROM = 13;
const TWO_BYTES_FROM = 269;
const TWO_BYTES_UP_TO = TWO_BYTES_FROM + 0xffff;

/**
 * Encodes one message, with its options sorted by number; an empty payload counts as none. @throws EdgeError
 * ERR_REQUEST_INVALID for what no message can hold.
 */
export function encodeCoapFrame({ code, token, options, payload }: CoapFrame): Uint8Array<ArrayBuffer> {
  if (token.length > MAX_TOKEN_BYTES) throw tooLarge(`the token has ${token.length} bytes, more than 8`);
  const sorted = options.toSorted((one, other) => one.number - other.number);
  const bytes = new Uint8Array(sizeOf(token, sorted, payload));
  bytes[0] = token.length;
  bytes[1] = code;
  bytes.set(token, 2);
  let at = 2 + token.length;
  let last = 0;
  for (const { number, value } of sorted) {
    const deltaAt = at + 1;
    const lengthAt = writeExtended(bytes, deltaAt, number - last);
    bytes[at] = (nibbleOf(number - last) << 4) | nibbleOf(value.length);
    at = writeExtended(bytes, lengthAt, value.length);
    bytes.set(value, at);
    at += value.length;
    last = number;
  }
  if (payload !== undefined && payload.length > 0) {
    bytes[at] = PAYLOAD_MARKER;
    bytes.set(payload, at + 1);
  }
  return bytes;
}

/** Parses one message; never throws. Token, option values and payload are views of it, not copies. */
export function parseCoapFrame(bytes: Uint8Array): Parsed<CoapFrame> {
  const [head = 0, code] = [bytes[0], bytes[1]];
  if (code === undefined) return malformed('fewer than two bytes');
  if (head > MAX_TOKEN_BYTES) return malformed('a length field, or a token of more than 8 bytes');
  let at = 2 + head;
  if (at > bytes.length) return malformed('a token that is cut off');
  const token = viewOf(bytes, 2, at);
  const options: CoapOption[] = [];
  let number = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    at += 1;
    if (first === PAYLOAD_MARKER) {
      if (at === bytes.length) return malformed('a payload marker and no payload');
      return { ok: true, value: { code, token, options, payload: viewOf(bytes, at, bytes.length) } };
    }
    number += readExtended(bytes, at, first >> 4);
    at += extraBytes(first >> 4);
    const length = readExtended(bytes, at, first & 15);
    at += extraBytes(first & 15);
    // NaN if bytes are missing or the nibble is reserved: then both comparisons are false.
    if (!(number <= MAX_OPTION_NUMBER && at + length <= bytes.length))
      return malformed('an option that is cut off or has an invalid number');
    if (options.length >= MAX_COAP_OPTIONS) return malformed('too many options');
    options.push({ number, value: viewOf(bytes, at, at + length) });
    at += length;
  }
  return { ok: true, value: { code, token, options } };
}

function sizeOf(token: Uint8Array, options: readonly CoapOption[], payload: Uint8Array | undefined): number {
  if (options.length > MAX_COAP_OPTIONS)
    throw tooLarge(`${options.length} options exceed the limit of ${MAX_COAP_OPTIONS}`);
  let size = 2 + token.length;
  let last = 0;
  for (const { number, value } of options) {
    if (
      !Number.isInteger(number) ||
      number < 0 ||
      number > MAX_OPTION_NUMBER ||
      value.length > TWO_BYTES_UP_TO
    )
      throw tooLarge(`option ${number} is no uint16 or has more than ${TWO_BYTES_UP_TO} bytes`);
    size += 1 + extraBytes(nibbleOf(number - last)) + extraBytes(nibbleOf(value.length)) + value.length;
    last = number;
  }
  return size + (payload === undefined || payload.length === 0 ? 0 : 1 + payload.length);
}

function nibbleOf(value: number): number {
  if (value < ONE_BYTE_FROM) return value;
  return value < TWO_BYTES_FROM ? 13 : 14;
}

function extraBytes(nibble: number): number {
  return Math.max(0, nibble - 12);
}

/** Writes the part of a number that does not fit into the nibble; returns the offset after it. */
function writeExtended(bytes: Uint8Array, at: number, value: number): number {
  const extra = extraBytes(nibbleOf(value));
  if (extra === 1) bytes[at] = value - ONE_BYTE_FROM;
  if (extra === 2) {
    bytes[at] = (value - TWO_BYTES_FROM) >> 8;
    bytes[at + 1] = value - TWO_BYTES_FROM;
  }
  return at + extra;
}

/** The number encoded by a nibble and the bytes after it; NaN for a reserved nibble and if the bytes end early. */
function readExtended(bytes: Uint8Array, at: number, nibble: number): number {
  if (nibble < 13) return nibble;
  const one = bytes[at] ?? Number.NaN;
  if (nibble === 13) return one + ONE_BYTE_FROM;
  return nibble === 14 ? one * 256 + (bytes[at + 1] ?? Number.NaN) + TWO_BYTES_FROM : Number.NaN;
}

/** Turns a Buffer of Node into a plain Uint8Array, whose `slice` copies. */
function viewOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset + from, to - from);
}

function malformed(what: string): Parsed<CoapFrame> {
  return { ok: false, reason: `CoAP message with ${what}` };
}

function tooLarge(reason: string): EdgeError {
  return new EdgeError('ERR_REQUEST_INVALID', `cannot encode the CoAP message: ${reason}`);
}
