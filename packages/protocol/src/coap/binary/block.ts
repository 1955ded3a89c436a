/** @module Block1 and Block2: which part of a large payload a message carries (RFC 7959 section 2, RFC 8323 section 6). */
import { EdgeError } from '../../errors/edge-error.ts';
import { uintOf, uintOption, type CoapOption } from './coap-option.ts';

/** One block. */
export interface Block {
  /** Its number, counted in blocks of its size; with BERT in blocks of 1024 bytes. */
  readonly num: number;
  /** Whether more blocks follow. */
  readonly more: boolean;
  /** The exponent of its size, 0 to 6; 7 is BERT: as many whole blocks of 1024 bytes as fit into a message. */
  readonly szx: number;
}

/** The exponent that means BERT. */
export const BERT_SZX = 7;

/** The unit of BERT, in bytes. */
export const BERT_UNIT_BYTES = 1024;

/** The highest block number: allows 2^30 bytes with blocks of 1024. */
export const MAX_BLOCK_NUM = 0xf_ffff;

/** The bytes per step of `num`: 16 to 1024. */
export function blockUnitBytes(szx: number): number {
  return szx === BERT_SZX ? BERT_UNIT_BYTES : 16 << szx;
}

/** Encodes a block option. @throws EdgeError ERR_REQUEST_INVALID for a number beyond {@link MAX_BLOCK_NUM}. */
export function encodeBlock(number: 23 | 27, { num, more, szx }: Block): CoapOption {
  if (num > MAX_BLOCK_NUM)
    throw new EdgeError(
      'ERR_REQUEST_INVALID',
      `payload is too long: block ${num} is beyond the last one, ${MAX_BLOCK_NUM}`,
    );
  return uintOption(number, num * 16 + (more ? 8 : 0) + szx);
}

/** Parses a block option; undefined for more than three bytes. */
export function parseBlock(value: Uint8Array): Block | undefined {
  const all = value.length > 3 ? undefined : uintOf(value);
  return all === undefined ? undefined : { num: all >> 4, more: (all & 8) !== 0, szx: all & 7 };
}
