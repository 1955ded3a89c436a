/** @module What may be asked of a device, checked before anything is sent. */
import {
  ContentFormat,
  EdgeError,
  isContentFormat,
  MAX_CONTENT_FORMAT,
  METHODS,
  utf8Encode,
  type Method,
} from '@longwire/protocol';
import type { AbortOptions } from '../time/abort.ts';
import type { DeviceResponse } from './device-response.ts';

/** How a request is sent and for how long its answer is awaited. */
export interface RequestOptions extends AbortOptions {
  /** Bytes, or text that is sent as UTF-8. */
  readonly payload?: Uint8Array | string | undefined;
  /** What the payload is; text for a string and octet stream for bytes unless given. */
  readonly contentFormat?: number | undefined;
  /** Time limit of this request in milliseconds, instead of the connection's. */
  readonly timeoutMs?: number | undefined;
}

/** Time limit and signal of a call that makes several requests; the time limit is that of each of them. */
export interface CallOptions extends AbortOptions {
  readonly timeoutMs?: number | undefined;
}

/** A port: sends one request and answers with the response. */
export type Requester = (method: Method, path: string, options?: RequestOptions) => Promise<DeviceResponse>;

/** The longest delay that a timer can hold, in milliseconds. */
const MAX_TIMEOUT_MS = 0x7fff_ffff;

function refuse(message: string): never {
  throw new EdgeError('ERR_REQUEST_INVALID', message);
}

/** Checks method, path, content format and time limit. @throws EdgeError ERR_REQUEST_INVALID */
export function checkRequest(method: string, path: string, options: RequestOptions): void {
  const { contentFormat, payload, timeoutMs } = options;
  if (!METHODS.some((known) => known === method))
    refuse(`method expected one of ${METHODS.join(', ')}, got ${method}`);
  if (!path.startsWith('/')) refuse('path expected to start with /');
  if (timeoutMs !== undefined) checkTimeLimit('timeoutMs', timeoutMs);
  if (contentFormat === undefined) return;
  if (payload === undefined) refuse('contentFormat expected a payload to go with it');
  if (!isContentFormat(contentFormat))
    refuse(`contentFormat expected an integer 0..${MAX_CONTENT_FORMAT}, got ${String(contentFormat)}`);
}

/** Checks a time limit that a timer can hold. @throws EdgeError ERR_REQUEST_INVALID */
export function checkTimeLimit(name: string, milliseconds: number): void {
  if (!(milliseconds > 0 && milliseconds <= MAX_TIMEOUT_MS)) {
    refuse(`${name} expected 1..${MAX_TIMEOUT_MS} ms, got ${milliseconds}`);
  }
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
