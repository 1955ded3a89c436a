/** @module The options of a request, validated before anything is sent. */
import type { Method } from '@longwire/protocol';
import {
  ContentFormat,
  EdgeError,
  isContentFormat,
  MAX_CONTENT_FORMAT,
  METHODS,
  utf8Encode,
} from '@longwire/protocol/base';
import type { AbortOptions } from '@longwire/protocol';
import { checkTimeLimit } from './check-time-limit.ts';
import type { DeviceResponse } from './device-response.ts';
import { checkQuery, type Query } from './query.ts';

/** The progress of a request with large payloads, block by block. */
export interface RequestProgress {
  /** Bytes of the request's payload that the device has received. */
  readonly sentBytes: number;
  /** Bytes of the response's payload received so far. */
  readonly receivedBytes: number;
  /**
   * The total of the current direction: the request's payload until it is sent, then the response's, if the device
   * sends its size.
   */
  readonly totalBytes?: number;
}

/** How a request is sent, and the time limit of its answer. */
export interface RequestOptions extends AbortOptions {
  /** Bytes, or text that is sent as UTF-8. */
  readonly payload?: Uint8Array | string | undefined;
  /** The format of the payload; default: text for a string, octet stream for bytes. */
  readonly contentFormat?: number | undefined;
  /** Time limit in milliseconds instead of the connection's; per block if a payload is sent in blocks. */
  readonly timeoutMs?: number | undefined;
  /** Arguments appended to the path as `?name=value&…`; not percent-encoded, because devices do not decode. */
  readonly query?: Query | undefined;
  /** Keeps a `?` and what follows it in the path, as the JSON framing does; otherwise `coap-ws/1` sends them as Uri-Query. */
  readonly isWholePath?: boolean | undefined;
  /**
   * A version that the caller has: if it is still current the device answers 203 without a payload. Ignored in the
   * JSON framing.
   */
  readonly etag?: Uint8Array | undefined;
  /** Only if the resource has this version, else 412; an empty one matches any. Needs `coap-ws/1`. */
  readonly ifMatch?: Uint8Array | undefined;
  /** Only if the resource does not exist, else 412. Needs `coap-ws/1`. */
  readonly ifNoneMatch?: boolean | undefined;
  /** The content format wanted, else 406. Needs `coap-ws/1`. */
  readonly accept?: number | undefined;
  /** Called as payloads progress. */
  readonly onProgress?: ((progress: RequestProgress) => void) | undefined;
  /** Whether repeating it is harmless: a session sends it again when it cannot know whether it was executed. */
  readonly isIdempotent?: boolean | undefined;
}

/** Time limit and signal of a call that makes several requests; the time limit applies to each of them. */
export interface CallOptions extends AbortOptions {
  readonly timeoutMs?: number | undefined;
}

/** A port that sends one request and returns the response. */
export type Requester = (method: Method, path: string, options?: RequestOptions) => Promise<DeviceResponse>;

/** The longest ETag, in bytes (RFC 7252 section 5.10). */
const MAX_ETAG_BYTES = 8;

function refuse(message: string): never {
  throw new EdgeError('ERR_REQUEST_INVALID', message);
}

/** Validates everything that is sent, and the time limit. @throws EdgeError ERR_REQUEST_INVALID */
export function checkRequest(method: string, path: string, options: RequestOptions): void {
  const { contentFormat, payload, timeoutMs, query, etag, ifMatch, accept } = options;
  if (METHODS.every((known) => known !== method))
    refuse(`method must be one of ${METHODS.join(', ')}, got ${method}`);
  // oxlint-disable-next-line unicorn/prefer-string-starts-ends-with -- callers without types pass what is no string
  if (!/^\//u.test(path)) refuse('path must start with /');
  if (payload != null) checkPayload(payload);
  if (timeoutMs !== undefined) checkTimeLimit('timeoutMs', timeoutMs);
  if (query !== undefined) checkQuery(query);
  if (etag !== undefined) checkTag('etag', etag, 1);
  if (ifMatch !== undefined) checkTag('ifMatch', ifMatch, 0);
  if (accept !== undefined) checkContentFormat('accept', accept);
  if (contentFormat == null) return;
  if (payload == null) refuse('contentFormat requires a payload');
  checkContentFormat('contentFormat', contentFormat);
}

/** What else callers without types pass has no length, or numbers that are wider than a byte. */
function checkPayload({ length, byteLength = length }: { length: number; byteLength?: number }): void {
  if (!(byteLength <= length)) refuse('payload must be text or bytes');
}

function checkContentFormat(name: string, format: number): void {
  if (!isContentFormat(format))
    refuse(`${name} must be an integer from 0 to ${MAX_CONTENT_FORMAT}, got ${String(format)}`);
}

function checkTag(name: string, { length }: Uint8Array, minBytes: number): void {
  if (length < minBytes || length > MAX_ETAG_BYTES)
    refuse(`${name} must have ${minBytes} to ${MAX_ETAG_BYTES} bytes, got ${length}`);
}

/** The payload as sent, with its content format; empty without a payload. */
export function encodePayload(options: RequestOptions): { payload?: Uint8Array; contentFormat?: number } {
  const { payload, contentFormat } = options;
  if (payload == null) return {};
  return typeof payload === 'string'
    ? { payload: utf8Encode(payload), contentFormat: contentFormat ?? ContentFormat.text }
    : { payload, contentFormat: contentFormat ?? ContentFormat.octetStream };
}
