/** @module What may be asked of a device, checked before anything is sent. */
import type { Method } from '@longwire/protocol';
import {
  ContentFormat,
  EdgeError,
  isContentFormat,
  MAX_CONTENT_FORMAT,
  METHODS,
  utf8Encode,
} from '@longwire/protocol/base';
import type { AbortOptions } from '../time/abort.ts';
import { checkTimeLimit } from './check-time-limit.ts';
import type { DeviceResponse } from './device-response.ts';
import { checkQuery, type Query } from './query.ts';

/** How far a request is: what a large payload moves by, block for block. */
export interface RequestProgress {
  /** Bytes of the request's payload that the device has. */
  readonly sentBytes: number;
  /** Bytes of the answer's payload that are here. */
  readonly receivedBytes: number;
  /** The whole of what moves: the request's payload until it is sent, then the answer's, where the device tells it. */
  readonly totalBytes?: number;
}

/** How a request is sent and for how long its answer is awaited. */
export interface RequestOptions extends AbortOptions {
  /** Bytes, or text that is sent as UTF-8. */
  readonly payload?: Uint8Array | string | undefined;
  /** What the payload is; text for a string and octet stream for bytes unless given. */
  readonly contentFormat?: number | undefined;
  /** Time limit in milliseconds, instead of the connection's; of each block where a payload goes in blocks. */
  readonly timeoutMs?: number | undefined;
  /** Arguments added to the path as `?name=value&…`; nothing is percent-encoded, as devices do not decode. */
  readonly query?: Query | undefined;
  /** Keeps a `?` and what follows it in the path, as the JSON framing does; otherwise `coap-ws/1` sends them as Uri-Query. */
  readonly isWholePath?: boolean | undefined;
  /** A version at hand: a device that has no other answers 203 without a payload. Left out where the framing is JSON. */
  readonly etag?: Uint8Array | undefined;
  /** Only if the resource has this version, else 412; an empty one stands for any. Needs `coap-ws/1`. */
  readonly ifMatch?: Uint8Array | undefined;
  /** Only if the resource does not exist, else 412. Needs `coap-ws/1`. */
  readonly ifNoneMatch?: boolean | undefined;
  /** The content format wanted, else 406. Needs `coap-ws/1`. */
  readonly accept?: number | undefined;
  /** Told as payloads move. */
  readonly onProgress?: ((progress: RequestProgress) => void) | undefined;
  /** Whether doing it twice is as good as once: a session sends it again when it cannot know whether it was done. */
  readonly isIdempotent?: boolean | undefined;
}

/** Time limit and signal of a call that makes several requests; the time limit is that of each of them. */
export interface CallOptions extends AbortOptions {
  readonly timeoutMs?: number | undefined;
}

/** A port: sends one request and answers with the response. */
export type Requester = (method: Method, path: string, options?: RequestOptions) => Promise<DeviceResponse>;

/** The longest ETag, in bytes (RFC 7252 section 5.10). */
const MAX_ETAG_BYTES = 8;

function refuse(message: string): never {
  throw new EdgeError('ERR_REQUEST_INVALID', message);
}

/** Checks everything that is sent, and the time limit. @throws EdgeError ERR_REQUEST_INVALID */
export function checkRequest(method: string, path: string, options: RequestOptions): void {
  const { contentFormat, payload, timeoutMs, query, etag, ifMatch, accept } = options;
  if (!METHODS.some((known) => known === method))
    refuse(`method expected one of ${METHODS.join(', ')}, got ${method}`);
  if (!path.startsWith('/')) refuse('path expected to start with /');
  if (timeoutMs !== undefined) checkTimeLimit('timeoutMs', timeoutMs);
  if (query !== undefined) checkQuery(query);
  if (etag !== undefined) checkTag('etag', etag, 1);
  if (ifMatch !== undefined) checkTag('ifMatch', ifMatch, 0);
  if (accept !== undefined) checkContentFormat('accept', accept);
  if (contentFormat === undefined) return;
  if (payload === undefined) refuse('contentFormat expected a payload to go with it');
  checkContentFormat('contentFormat', contentFormat);
}

function checkContentFormat(name: string, format: number): void {
  if (!isContentFormat(format))
    refuse(`${name} expected an integer 0..${MAX_CONTENT_FORMAT}, got ${String(format)}`);
}

function checkTag(name: string, { length }: Uint8Array, minBytes: number): void {
  if (length < minBytes || length > MAX_ETAG_BYTES)
    refuse(`${name} expected ${minBytes} to ${MAX_ETAG_BYTES} bytes, got ${length}`);
}

/** The payload as it is sent, with its content format; nothing where there is no payload. */
export function encodePayload(options: RequestOptions): { payload?: Uint8Array; contentFormat?: number } {
  const { payload, contentFormat } = options;
  if (payload === undefined) return {};
  if (typeof payload !== 'string') {
    return { payload, contentFormat: contentFormat ?? ContentFormat.octetStream };
  }
  return { payload: utf8Encode(payload), contentFormat: contentFormat ?? ContentFormat.text };
}
