/** @module A payload that arrives in blocks: Block1 (RFC 7959 section 2.5, RFC 8323 section 6). */
import { BERT_SZX, BERT_UNIT_BYTES, blockUnitBytes, type Block } from '@longwire/protocol';
import { textResponse, type CoapResponse } from '../coap-response.ts';
import type { Transfer, TransferName, TransferStore } from './transfer-store.ts';

/** One received block. */
export interface UploadBlock {
  readonly name: TransferName;
  readonly block: Block;
  readonly chunk: Uint8Array;
  /** The announced size of the whole payload, in bytes. */
  readonly declaredBytes: number | undefined;
  /** Whether the request would be handled, and its largest payload; checked at the first block only. */
  readonly admit: () => { readonly maxBytes: number } | { readonly refusal: CoapResponse };
}

/** The result of a block. */
export type UploadStep =
  | { readonly kind: 'continue' }
  | { readonly kind: 'complete'; readonly payload: Uint8Array }
  /** With the largest accepted size if the payload is too large. */
  | { readonly kind: 'refused'; readonly response: CoapResponse; readonly maxBytes?: number };

const FIRST_CAPACITY_BYTES = 4096;

/** The received part of one payload. */
export class Upload implements Transfer {
  readonly owner: object;
  readonly tokenKey: string;
  readonly transferKey: string;
  readonly maxBytes: number;
  #buffer = new Uint8Array(0);
  #length = 0;

  constructor({ owner, tokenKey, transferKey }: TransferName, maxBytes: number) {
    this.owner = owner;
    this.tokenKey = tokenKey;
    this.transferKey = transferKey;
    this.maxBytes = maxBytes;
  }

  /** The memory it occupies: blocks of 16 bytes stored one by one would need ten times their size. */
  get bytes(): number {
    return this.#buffer.length;
  }

  /** The received bytes. */
  get payload(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  append(chunk: Uint8Array): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#buffer.length) {
      const doubled = Math.max(needed, this.#buffer.length * 2, FIRST_CAPACITY_BYTES);
      const larger = new Uint8Array(Math.max(needed, Math.min(doubled, this.maxBytes)));
      larger.set(this.payload);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#length);
    this.#length = needed;
  }
}

/** Takes one block; never throws. */
export function takeBlock(uploads: TransferStore<Upload>, sent: UploadBlock): UploadStep {
  const { block, chunk, declaredBytes } = sent;
  if (!hasRightLength(block, chunk.length)) return refused(400, 'Block has a wrong length');
  const found = block.num === 0 ? begin(uploads, sent) : resume(uploads, sent);
  if (!('append' in found)) return found;
  const wanted = Math.max(found.payload.length + chunk.length, declaredBytes ?? 0);
  if (wanted > found.maxBytes) {
    uploads.drop(found);
    return {
      kind: 'refused',
      response: textResponse(413, `Payload exceeds ${found.maxBytes} bytes`),
      maxBytes: found.maxBytes,
    };
  }
  found.append(chunk);
  if (block.more) uploads.keep(found);
  else uploads.drop(found);
  return block.more ? { kind: 'continue' } : { kind: 'complete', payload: found.payload };
}

/** The first block starts an upload, also if the client has abandoned an earlier attempt. */
function begin(uploads: TransferStore<Upload>, { name, admit }: UploadBlock): Upload | UploadStep {
  for (const old of uploads.matching(name)) if (old.tokenKey === name.tokenKey) uploads.drop(old);
  const admission = admit();
  if ('refusal' in admission) return { kind: 'refused', response: admission.refusal };
  return new Upload(name, admission.maxBytes);
}

/**
 * A later block belongs to the upload with its token, else to the only one in progress. If there are several and the token matches none,
 * the block is refused: bytes of one would end up in the other.
 */
function resume(uploads: TransferStore<Upload>, { name, block }: UploadBlock): Upload | UploadStep {
  const all = uploads.matching(name);
  const found =
    all.find(({ tokenKey }) => tokenKey === name.tokenKey) ?? (all.length === 1 ? all[0] : undefined);
  if (found?.payload.length === block.num * blockUnitBytes(block.szx)) return found;
  for (const lost of found === undefined ? all : [found]) uploads.drop(lost);
  return refused(408, 'Blocks are missing: start again');
}

function hasRightLength({ more, szx }: Block, length: number): boolean {
  const unit = blockUnitBytes(szx);
  if (szx === BERT_SZX) return !more || (length > 0 && length % BERT_UNIT_BYTES === 0);
  return more ? length === unit : length <= unit;
}

function refused(statusCode: number, text: string): UploadStep {
  return { kind: 'refused', response: textResponse(statusCode, text) };
}
