/** @module A request as its options say it (RFC 7252 section 5.10), or the answer to one that must be refused. */
import {
  bytesToHex,
  CoapOptionNumber,
  ContentFormat,
  isCritical,
  METHODS,
  ObserveAction,
  optionOf,
  parseBlock,
  pathOf,
  queryOf,
  uintOf,
  type Block,
  type CoapFrame,
  type CoapOption,
} from '@longwire/protocol';
import { textResponse, type CoapResponse } from '../coap-response.ts';
import type { IncomingRequest } from '../incoming-request.ts';

/** A request, with what concerns the framing alone. */
export interface BinaryRequest {
  readonly token: Uint8Array;
  /** The token as text. */
  readonly tokenKey: string;
  readonly incoming: IncomingRequest;
  /** What tells several uploads to one resource apart, where the client says it (RFC 9175). */
  readonly requestTag: string;
  readonly observe: 'register' | 'deregister' | undefined;
  readonly block1: Block | undefined;
  readonly block2: Block | undefined;
  /** The size that the whole payload will have, in bytes, as the client says. */
  readonly size1: number | undefined;
}

/** A request, or why it is refused. */
export type ReadRequest = { ok: true; value: BinaryRequest } | { ok: false; response: CoapResponse };

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

/** Uri-Host and Uri-Port name this device, whatever they say; a proxy it is not. */
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

/** What the messages of one block-wise transfer have in common, besides their channel. */
export function transferKeyOf({ incoming, requestTag }: BinaryRequest): string {
  const { method, path, query, accept } = incoming;
  return JSON.stringify([method, path, [...(query ?? [])], accept, requestTag]);
}

/** Reads the code and the options of a request; never throws. */
export function readRequest({ code, token, options: sent, payload }: CoapFrame): ReadRequest {
  const method = METHODS[code - 1];
  if (method === undefined) return refused(405, 'Method not allowed');
  const refusal = sent.findIndex((option, index) => isCritical(option.number) && !isKnown(sent, index));
  const refusedNumber = sent[refusal]?.number;
  if (refusedNumber === PROXY_URI || refusedNumber === PROXY_SCHEME) return refused(505, 'Not a proxy');
  if (refusedNumber !== undefined) return refused(402, `Option ${refusedNumber} is not taken`);
  const options = sent.filter((_, index) => isKnown(sent, index));
  const path = pathOf(options);
  const query = queryOf(options);
  const body = payload === undefined ? {} : { payload, contentFormat: formatOf(options) };
  const tokenKey = bytesToHex(token);
  const observe = uintOption(options, OBSERVE);
  const accept = uintOption(options, ACCEPT);
  return {
    ok: true,
    value: {
      token,
      tokenKey,
      incoming: { method, path, ...body, ...conditionsOf(options, query), accept },
      requestTag: valuesOf(options, REQUEST_TAG).map(bytesToHex).join(),
      observe: method === 'GET' ? actionOf(observe) : undefined,
      block1: blockOf(options, BLOCK1),
      block2: blockOf(options, BLOCK2),
      size1: uintOption(options, SIZE1),
    },
  };
}

/** An option of a wrong length, or one too many, counts as one that is not known (RFC 7252 sections 5.4.3 and 5.4.5). */
function isKnown(options: readonly CoapOption[], index: number): boolean {
  const option = options[index];
  const rule = option === undefined ? undefined : RULES.get(option.number);
  if (option === undefined || rule === undefined) return false;
  const { length } = option.value;
  // Options stand in the order of their numbers.
  const isFirst = options[index - 1]?.number !== option.number;
  return length >= rule.min && length <= rule.max && (isFirst || rule.isRepeatable === true);
}

function conditionsOf(
  options: readonly CoapOption[],
  query: readonly string[],
): Required<Pick<IncomingRequest, 'query' | 'etags' | 'ifMatch' | 'ifNoneMatch'>> {
  return {
    query: new URLSearchParams(query.map(splitArgument)),
    etags: valuesOf(options, ETAG),
    ifMatch: valuesOf(options, IF_MATCH),
    ifNoneMatch: optionOf(options, IF_NONE_MATCH) !== undefined,
  };
}

function splitArgument(argument: string): [string, string] {
  const at = argument.indexOf('=');
  return at < 0 ? [argument, ''] : [argument.slice(0, at), argument.slice(at + 1)];
}

function valuesOf(options: readonly CoapOption[], number: number): readonly Uint8Array[] {
  return options.filter((option) => option.number === number).map(({ value }) => value);
}

function uintOption(options: readonly CoapOption[], number: number): number | undefined {
  const value = optionOf(options, number);
  return value === undefined ? undefined : uintOf(value);
}

/** Text where the client does not say, as in the JSON framing. */
function formatOf(options: readonly CoapOption[]): number {
  return uintOption(options, CONTENT_FORMAT) ?? ContentFormat.text;
}

function blockOf(options: readonly CoapOption[], number: number): Block | undefined {
  const value = optionOf(options, number);
  return value === undefined ? undefined : parseBlock(value);
}

function actionOf(observe: number | undefined): BinaryRequest['observe'] {
  if (observe === ObserveAction.register) return 'register';
  return observe === ObserveAction.deregister ? 'deregister' : undefined;
}

function refused(statusCode: number, text: string): ReadRequest {
  return { ok: false, response: textResponse(statusCode, text) };
}
