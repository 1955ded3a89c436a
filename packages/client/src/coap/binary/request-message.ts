/** @module Converts requests to CoAP messages and answers to responses. */
import type { CoapFrame, CoapOption, Method } from '@longwire/protocol';
import {
  CoapCode,
  CoapOptionNumber,
  optionOf,
  pathOptions,
  segmentOptions,
  statusOfCode,
  uintOf,
  uintOption,
} from '@longwire/protocol/coap-binary';
import { ContentFormat } from '@longwire/protocol/base';
import { makeResponse, type DeviceResponse } from '../../request/device-response.ts';
import { withQuery } from '../../request/query.ts';
import { encodePayload, type RequestOptions } from '../../request/request-options.ts';

/** A request before it has a token. */
export type CoapMessage = Omit<CoapFrame, 'token'>;

/** The message of a request. */
export function requestMessage(method: Method, path: string, options: RequestOptions): CoapMessage {
  const { payload, contentFormat } = encodePayload(options);
  const { etag, ifMatch, ifNoneMatch, accept, isWholePath } = options;
  const list = (isWholePath ? segmentOptions : pathOptions)(withQuery(path, options.query));
  const add = (number: number, value: Uint8Array | undefined): void => {
    if (value !== undefined) list.push({ number, value });
  };
  add(CoapOptionNumber.IF_MATCH, ifMatch);
  add(CoapOptionNumber.ETAG, etag);
  add(CoapOptionNumber.IF_NONE_MATCH, ifNoneMatch ? new Uint8Array(0) : undefined);
  if (accept !== undefined) list.push(uintOption(CoapOptionNumber.ACCEPT, accept));
  // An empty payload counts as none and has no format.
  if (payload === undefined || payload.length === 0) return { code: CoapCode[method], options: list };
  if (contentFormat !== undefined) list.push(uintOption(CoapOptionNumber.CONTENT_FORMAT, contentFormat));
  return { code: CoapCode[method], options: list, payload };
}

/**
 * The options that identify the same answer when its further blocks are requested, without the conditions, which were
 * checked at first.
 */
export function optionsOfTarget({ options }: CoapFrame): CoapOption[] {
  return options.filter(({ number }) => TARGET.has(number));
}

const TARGET: ReadonlySet<number> = new Set<number>([
  CoapOptionNumber.URI_PATH,
  CoapOptionNumber.URI_QUERY,
  CoapOptionNumber.ACCEPT,
]);

/** The response in an answer, with its own copy of the bytes. */
export function responseOf({ code, options, payload }: CoapFrame): DeviceResponse {
  const statusCode = statusOfCode(code);
  const etag = optionOf(options, CoapOptionNumber.ETAG);
  return makeResponse({
    statusCode,
    ...(etag && { etag: etag.slice() }),
    ...(payload && { payload: payload.slice(), ...formatOf(statusCode, options) }),
  });
}

/** A payload without a format is a diagnostic text if the status is an error (RFC 7252 section 5.5.2). */
function formatOf(statusCode: number, options: readonly CoapOption[]): { contentFormat?: number } {
  const value = optionOf(options, CoapOptionNumber.CONTENT_FORMAT);
  const contentFormat = value && uintOf(value);
  if (contentFormat !== undefined) return { contentFormat };
  return statusCode >= 400 ? { contentFormat: ContentFormat.text } : {};
}
