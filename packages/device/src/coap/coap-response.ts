/** @module The answer to a request, and how a handler's value becomes one. */
import { ContentFormat, EdgeError, utf8Encode, type CborValue, type Method } from '@longwire/protocol';
import { encodeCbor } from '@longwire/protocol/cbor';
import type { HandlerError } from './handler-error.ts';

/** The answer to one request, before it is encoded. */
export interface CoapResponse {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array;
  readonly etag?: Uint8Array;
}

/**
 * An answer in full; a text payload is sent as UTF-8, with the content format for text unless another is given. The
 * status is a 2xx, 4xx or 5xx; anything else is answered with 500. An `etag`, 1 to 8 bytes, identifies this version of the resource: a
 * client that already has it gets no payload (203).
 */
export interface HandlerReply {
  readonly statusCode: number;
  readonly contentFormat?: number;
  readonly payload?: Uint8Array | string;
  readonly etag?: Uint8Array;
}

const REPLY_KEYS: ReadonlySet<string> = new Set(['statusCode', 'contentFormat', 'payload', 'etag']);

/** Longest ETag, in bytes (RFC 7252 section 5.10). */
const MAX_ETAG_BYTES = 8;

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

/** Whether a status is a valid one of an answer: a success (2xx) or an error (4xx, 5xx). */
export function isAnswerStatus(statusCode: number): boolean {
  return Number.isInteger(statusCode) && [2, 4, 5].includes(Math.floor(statusCode / 100));
}

/** The answer for an error that a handler threw on purpose. */
export function errorResponse(error: HandlerError): CoapResponse {
  return textResponse(error.statusCode, error.text);
}

function replyResponse({ statusCode, contentFormat, payload, etag }: HandlerReply): CoapResponse {
  if (!isAnswerStatus(statusCode))
    throw new EdgeError('ERR_ROUTE', `statusCode must be 2xx, 4xx or 5xx, got ${statusCode}`);
  // Handlers in JavaScript are not type-checked.
  const isPayload = payload === undefined || typeof payload === 'string' || payload instanceof Uint8Array;
  if (!isPayload) throw new EdgeError('ERR_ROUTE', 'payload must be a string or a Uint8Array');
  const head = etag === undefined ? { statusCode } : { statusCode, etag: checkedEtag(etag) };
  if (payload === undefined || payload.length === 0) return head;
  if (typeof payload !== 'string')
    return { ...head, contentFormat: contentFormat ?? ContentFormat.octetStream, payload };
  return { ...head, contentFormat: contentFormat ?? ContentFormat.text, payload: utf8Encode(payload) };
}

function checkedEtag(etag: Uint8Array): Uint8Array {
  if (!(etag instanceof Uint8Array)) throw new EdgeError('ERR_ROUTE', 'etag must be a Uint8Array');
  if (etag.length < 1 || etag.length > MAX_ETAG_BYTES)
    throw new EdgeError('ERR_ROUTE', `etag must have 1 to ${MAX_ETAG_BYTES} bytes, got ${etag.length}`);
  return etag;
}

/**
 * Turns a handler's value into an answer: undefined is the method's empty success, a string text, bytes an octet stream, an object
 * with `statusCode` (and only `contentFormat`, `payload` and `etag` beside it) exactly that, any other value JSON with status 205.
 * @throws EdgeError ERR_ROUTE, TypeError for a value that JSON cannot represent.
 */
export function toCoapResponse(method: Method, value: unknown): CoapResponse {
  if (value === undefined) return { statusCode: EMPTY_STATUS[method] };
  if (typeof value === 'string') return textResponse(205, value);
  if (value instanceof Uint8Array)
    return value.length === 0 ? { statusCode: 205 } : bytesResponse(205, value);
  if (typeof value === 'object' && value !== null && isReply(value)) return replyResponse(value);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new EdgeError('ERR_ROUTE', `handler returned a ${typeof value}, which JSON cannot represent`);
  return jsonResponse(205, value);
}
