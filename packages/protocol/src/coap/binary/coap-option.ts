/** @module The options of CoAP messages (RFC 7252 section 5.10, RFC 7641, RFC 7959). */
import { EdgeError } from '../../errors/edge-error.ts';
import { utf8Decode, utf8Encode } from '../../bytes/utf8.ts';

/** One option with its value as on the wire. */
export interface CoapOption {
  readonly number: number;
  readonly value: Uint8Array;
}

/** The options in use, by name. Odd numbers are critical: a recipient that does not know one must not act on the message. */
export const CoapOptionNumber = {
  IF_MATCH: 1,
  ETAG: 4,
  IF_NONE_MATCH: 5,
  OBSERVE: 6,
  URI_PATH: 11,
  CONTENT_FORMAT: 12,
  URI_QUERY: 15,
  ACCEPT: 17,
  BLOCK2: 23,
  BLOCK1: 27,
  SIZE2: 28,
  SIZE1: 60,
} as const;

/** The values of Observe in a request (RFC 7641 section 2). */
export const ObserveAction = { register: 0, deregister: 1 } as const;

const MAX_UINT = 0xffff_ffff;

/** Whether a message must be refused if this option is unknown (RFC 7252 section 5.4.1). */
export function isCritical(number: number): boolean {
  return (number & 1) === 1;
}

/** A number as an option value: no leading zero bytes, empty for 0. @throws EdgeError ERR_REQUEST_INVALID unless it is a uint32. */
export function uintOption(number: number, value: number): CoapOption {
  if (!Number.isInteger(value) || value < 0 || value > MAX_UINT)
    throw new EdgeError('ERR_REQUEST_INVALID', `option ${number} must be a uint32, got ${value}`);
  return { number, value: uintBytes(value) };
}

/** A uint32 in as few bytes as possible, none for 0. */
export function uintBytes(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((32 - Math.clz32(value)) / 8));
  for (let at = bytes.length - 1, rest = value; at >= 0; at -= 1, rest >>>= 8) bytes[at] = rest;
  return bytes;
}

/** The number in an option value; undefined for more than four bytes. Leading zero bytes are ignored. */
export function uintOf(value: Uint8Array): number | undefined {
  if (value.length > 4) return undefined;
  let number = 0;
  for (const byte of value) number = number * 256 + byte;
  return number;
}

/** The value of the first option with this number. */
export function optionOf(options: readonly CoapOption[], number: number): Uint8Array | undefined {
  return options.find((option) => option.number === number)?.value;
}

/**
 * A path such as `/a/b?x=1&y=2` as Uri-Path and Uri-Query. Nothing is percent-decoded, as in the JSON framing; `/`
 * alone has no segments.
 */
export function pathOptions(path: string): CoapOption[] {
  const queryAt = path.indexOf('?');
  const [segments, query] = queryAt < 0 ? [path] : [path.slice(0, queryAt), path.slice(queryAt + 1)];
  return [...segmentOptions(segments), ...textOptions(CoapOptionNumber.URI_QUERY, query ?? '', '&')];
}

/** A path as Uri-Path only: a `?` stays part of its segment, as in the JSON framing. */
export function segmentOptions(path: string): CoapOption[] {
  return textOptions(CoapOptionNumber.URI_PATH, path.slice(1), '/');
}

/** The path that Uri-Path options encode, without its query. */
export function pathOf(options: readonly CoapOption[]): string {
  return `/${textsOf(options, CoapOptionNumber.URI_PATH).join('/')}`;
}

/** The arguments of a query, each as sent (`x=1`). */
export function queryOf(options: readonly CoapOption[]): string[] {
  return textsOf(options, CoapOptionNumber.URI_QUERY);
}

function textOptions(number: number, text: string, separator: string): CoapOption[] {
  return text === '' ? [] : text.split(separator).map((part) => ({ number, value: utf8Encode(part) }));
}

function textsOf(options: readonly CoapOption[], number: number): string[] {
  return options.filter((option) => option.number === number).map(({ value }) => utf8Decode(value));
}
