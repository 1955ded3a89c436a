/** @module Parses a request from its options (RFC 7252 section 5.10), or returns the answer that refuses it. */
import {
  bytesToHex,
  CoapOptionNumber,
  ContentFormat,
  isCritical,
  METHODS,
  ObserveAction,
  parseBlock,
  uintOf,
  utf8Decode,
  type Block,
  type CoapFrame,
  type CoapOption,
} from '@longwire/protocol';
import { textResponse, type CoapResponse } from '../coap-response.ts';
import type { IncomingRequest } from '../incoming-request.ts';

/** A request with the options of the framing. */
export interface BinaryRequest {
  readonly token: Uint8Array;
  /** The token as text. */
  readonly tokenKey: string;
  readonly incoming: IncomingRequest;
  /** Distinguishes several uploads to one resource, if the client sends it (RFC 9175). */
  readonly requestTag: string;
  readonly observe: 'register' | 'deregister' | undefined;
  readonly block1: Block | undefined;
  readonly block2: Block | undefined;
  /** The announced size of the whole payload, in bytes. */
  readonly size1: number | undefined;
}

/** A request, or the answer that refuses it. */
export type ReadRequest = { ok: true; value: BinaryRequest } | { ok: false; response: CoapResponse };

/** By number. */
type Values = ReadonlyMap<number, readonly Uint8Array[]>;

/** Shared by all requests. */
const NONE: readonly Uint8Array[] = Object.freeze([]);

interface OptionRule {
  readonly min: number;
  readonly max: number;
  readonly isRepeatable?: true;
}

const { IF_MATCH, ETAG, IF_NONE_MATCH, OBSERVE, URI_PATH, CONTENT_FORMAT, URI_QUERY, ACCEPT } =
  CoapOptionNumber;
const { BLOCK1, BLOCK2, SIZE1, SIZE2 } = CoapOptionNumber;

/** Request-Tag (RFC 9175 section 3). */
const REQUEST_TAG = 292;

/** Uri-Host and Uri-Port name this device, whatever their value; it is not a proxy. */
const [URI_HOST, URI_PORT, PROXY_URI, PROXY_SCHEME] = [3, 7, 35, 39] as const;

/** The lengths of RFC 7252 section 5.10, RFC 7641 and RFC 7959. */
const RULES: ReadonlyMap<number, OptionRule> = new Map<number, OptionRule>([
  [IF_MATCH, { min: 0, max: 8, isRepeatable: true }],
  [URI_HOST, { min: 1, max: 255 }],
  [ETAG, { min: 1, max: 8, isRepeatable: true }],
  [IF_NONE_MATCH, { min: 0, max: 0 }],
  [OBSERVE, { min: 0, max: 3 }],
  [URI_PORT, { min: 0, max: 2 }],
  [URI_PATH, { min: 0, max: 255, isRepeatable: true }],
  [CONTENT_FORMAT, { min: 0, max: 2 }],
  [URI_QUERY, { min: 0, max: 255, isRepeatable: true }],
  [ACCEPT, { min: 0, max: 2 }],
  [BLOCK2, { min: 0, max: 3 }],
  [BLOCK1, { min: 0, max: 3 }],
  [SIZE2, { min: 0, max: 4 }],
  [SIZE1, { min: 0, max: 4 }],
  [REQUEST_TAG, { min: 0, max: 8, isRepeatable: true }],
]);

/** The key of the messages of one block-wise transfer on a channel. */
export function transferKeyOf({ incoming, requestTag }: BinaryRequest): string {
  const { method, path, query, accept } = incoming;
  return JSON.stringify([method, path, [...(query ?? [])], accept, requestTag]);
}

/** Parses the code and the options of a request; never throws. */
export function readRequest({ code, token, options, payload }: CoapFrame): ReadRequest {
  const method = METHODS[code - 1];
  if (method === undefined) return refused(405, 'Method not allowed');
  const values = valuesOf(options);
  if (typeof values === 'number') return refusedOption(values);
  // Text unless the client says otherwise, as in the JSON framing.
  const format = uintFrom(values, CONTENT_FORMAT) ?? ContentFormat.text;
  const body = payload === undefined ? {} : { payload, contentFormat: format };
  const observe = uintFrom(values, OBSERVE);
  return {
    ok: true,
    value: {
      token,
      tokenKey: bytesToHex(token),
      incoming: {
        method,
        path: `/${(values.get(URI_PATH) ?? NONE).map(utf8Decode).join('/')}`,
        ...body,
        ...queryFrom(values),
        etags: values.get(ETAG) ?? NONE,
        ifMatch: values.get(IF_MATCH) ?? NONE,
        ifNoneMatch: values.has(IF_NONE_MATCH),
        accept: uintFrom(values, ACCEPT),
      },
      requestTag: (values.get(REQUEST_TAG) ?? NONE).map(bytesToHex).join(),
      observe: method === 'GET' ? actionOf(observe) : undefined,
      block1: blockFrom(values, BLOCK1),
      block2: blockFrom(values, BLOCK2),
      size1: uintFrom(values, SIZE1),
    },
  };
}

/** The values of the known options, in one pass; or the number of the first unknown one that is critical. */
function valuesOf(options: readonly CoapOption[]): Values | number {
  const values = new Map<number, Uint8Array[]>();
  let last: number | undefined;
  for (const { number, value } of options) {
    // Options are ordered by number.
    const isKnown = fits(RULES.get(number), value.length, number === last);
    last = number;
    if (!isKnown && isCritical(number)) return number;
    if (!isKnown) continue;
    const others = values.get(number);
    if (others === undefined) values.set(number, [value]);
    else others.push(value);
  }
  return values;
}

/** An option of a wrong length, or a repeated one, counts as unknown (RFC 7252 sections 5.4.3 and 5.4.5). */
function fits(rule: OptionRule | undefined, length: number, isRepeated: boolean): boolean {
  if (rule === undefined || (isRepeated && rule.isRepeatable !== true)) return false;
  return length >= rule.min && length <= rule.max;
}

/** The query parameters; requests without any share one empty object. */
function queryFrom(values: Values): Pick<IncomingRequest, 'query'> {
  const sent = values.get(URI_QUERY);
  return sent === undefined
    ? {}
    : { query: new URLSearchParams(sent.map((value) => splitArgument(utf8Decode(value)))) };
}

function splitArgument(argument: string): [string, string] {
  const at = argument.indexOf('=');
  return at < 0 ? [argument, ''] : [argument.slice(0, at), argument.slice(at + 1)];
}

function uintFrom(values: Values, number: number): number | undefined {
  const value = values.get(number)?.[0];
  return value === undefined ? undefined : uintOf(value);
}

function blockFrom(values: Values, number: number): Block | undefined {
  const value = values.get(number)?.[0];
  return value === undefined ? undefined : parseBlock(value);
}

function actionOf(observe: number | undefined): BinaryRequest['observe'] {
  if (observe === ObserveAction.register) return 'register';
  return observe === ObserveAction.deregister ? 'deregister' : undefined;
}

function refusedOption(number: number): ReadRequest {
  return number === PROXY_URI || number === PROXY_SCHEME
    ? refused(505, 'Not a proxy')
    : refused(402, `Option ${number} is not supported`);
}

function refused(statusCode: number, text: string): ReadRequest {
  return { ok: false, response: textResponse(statusCode, text) };
}
