/** @module What a request is answered with, and how a handler's value becomes that. */
import { ContentFormat, encodeCbor, utf8Encode, type CborValue, type Method } from '@longwire/protocol';
import type { HandlerError } from './handler-error.ts';

/** The answer to one request, before it is framed. */
export interface CoapResponse {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array;
}

/** An answer that a handler spells out; a text payload is sent as UTF-8, with the content format for text unless another is given. */
export interface HandlerReply {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array | string;
}

const REPLY_KEYS: ReadonlySet<string> = new Set(['statusCode', 'contentFormat', 'payload']);

/** The status of an answer without a value: 2.05 Content, 2.01 Created, 2.04 Changed, 2.02 Deleted. */
const EMPTY_STATUS = { GET: 205, POST: 201, PUT: 204, DELETE: 202 } as const satisfies Record<Method, number>;

function isReply(value: object): value is HandlerReply {
  return (
    'statusCode' in value &&
    typeof value.statusCode === 'number' &&
    Object.keys(value).every((key) => REPLY_KEYS.has(key))
  );
}

/** An answer of text. */
export function textResponse(statusCode: number, text: string): CoapResponse {
  return text === ''
    ? { statusCode }
    : { statusCode, contentFormat: ContentFormat.text, payload: utf8Encode(text) };
}

/** An answer of JSON. */
export function jsonResponse(statusCode: number, value: unknown): CoapResponse {
  return { statusCode, contentFormat: ContentFormat.json, payload: utf8Encode(JSON.stringify(value)) };
}

/** An answer of CBOR. */
export function cborResponse(statusCode: number, value: CborValue): CoapResponse {
  return { statusCode, contentFormat: ContentFormat.cbor, payload: encodeCbor(value) };
}

/** An answer of bytes. */
export function bytesResponse(statusCode: number, payload: Uint8Array): CoapResponse {
  return { statusCode, contentFormat: ContentFormat.octetStream, payload };
}

/** The answer for an error that a handler threw on purpose. */
export function errorResponse(error: HandlerError): CoapResponse {
  return textResponse(error.statusCode, error.text);
}

function replyResponse({ statusCode, contentFormat, payload }: HandlerReply): CoapResponse {
  if (payload === undefined || payload.length === 0) return { statusCode };
  if (typeof payload !== 'string')
    return { statusCode, contentFormat: contentFormat ?? ContentFormat.octetStream, payload };
  return { statusCode, contentFormat: contentFormat ?? ContentFormat.text, payload: utf8Encode(payload) };
}

/**
 * The answer for what a handler returned: nothing is the method's empty success, a string text, bytes an octet stream, an object
 * with `statusCode` (and nothing but `contentFormat` and `payload` beside it) exactly that, any other value JSON; a value is a 205.
 */
export function toCoapResponse(method: Method, value: unknown): CoapResponse {
  if (value === undefined) return { statusCode: EMPTY_STATUS[method] };
  if (typeof value === 'string') return textResponse(205, value);
  if (value instanceof Uint8Array)
    return value.length === 0 ? { statusCode: 205 } : bytesResponse(205, value);
  if (typeof value === 'object' && value !== null && isReply(value)) return replyResponse(value);
  return jsonResponse(205, value);
}
