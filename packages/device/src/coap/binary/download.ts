/** @module A payload that is sent in blocks: Block2 (RFC 7959 section 2.4, RFC 8323 section 6). */
import { createHash } from 'node:crypto';
import { BERT_SZX, BERT_UNIT_BYTES, blockUnitBytes, type Block } from '@longwire/protocol';
import type { CoapResponse } from '../coap-response.ts';
import type { IncomingRequest } from '../incoming-request.ts';
import type { Transfer, TransferName, TransferStore } from './transfer-store.ts';

/** An answer that is stored unchanged until it has been read. */
export interface Download extends Transfer {
  /** What its right depends on. */
  readonly request: Pick<IncomingRequest, 'method' | 'path'>;
  readonly response: CoapResponse;
  readonly payload: Uint8Array;
  /** The same in every block, so that the client knows that they belong together. */
  readonly etag: Uint8Array;
}

/** Largest size of a message besides its payload, in bytes: token, options and marker (43, and some room). */
export const MESSAGE_OVERHEAD_BYTES = 64;

const ETAG_BYTES = 8;
const LARGEST_SZX = 6;

/** Creates the download of an answer; one without an ETag gets one from its payload. */
export function startDownload(
  name: TransferName,
  { method, path }: IncomingRequest,
  response: CoapResponse,
  payload: Uint8Array,
): Download {
  const etag =
    response.etag ?? new Uint8Array(createHash('sha256').update(payload).digest()).subarray(0, ETAG_BYTES);
  return { ...name, request: { method, path }, response, payload, etag, bytes: payload.length };
}

/** The download that a request for a later block continues: the one with its token, else the newest. */
export function findDownload(downloads: TransferStore<Download>, name: TransferName): Download | undefined {
  const all = downloads.matching(name);
  return all.find(({ tokenKey }) => tokenKey === name.tokenKey) ?? all.at(-1);
}

/**
 * The requested block, no larger than a message may be; undefined beyond the end of the payload. A size that is too large
 * is reduced, and the block number converted to it.
 */
export function blockOf(
  payload: Uint8Array,
  asked: Block | undefined,
  maxMessageBytes: number,
): { readonly block: Block; readonly chunk: Uint8Array } | undefined {
  const room = maxMessageBytes - MESSAGE_OVERHEAD_BYTES;
  const from = asked === undefined ? 0 : asked.num * blockUnitBytes(asked.szx);
  if (from > 0 && from >= payload.length) return undefined;
  let szx = asked?.szx ?? BERT_SZX;
  if (szx === BERT_SZX && room < BERT_UNIT_BYTES) szx = LARGEST_SZX;
  while (szx > 0 && blockUnitBytes(szx) > room) szx -= 1;
  const size = szx === BERT_SZX ? room - (room % BERT_UNIT_BYTES) : blockUnitBytes(szx);
  const chunk = payload.subarray(from, from + size);
  const more = from + chunk.length < payload.length;
  return { block: { num: from / blockUnitBytes(szx), more, szx }, chunk };
}
