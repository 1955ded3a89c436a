/** @module Encodes an answer as one message. */
import {
  codeOfStatus,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  uintOption,
  type Block,
  type CoapOption,
} from '@longwire/protocol';
import type { CoapResponse } from '../coap-response.ts';

/** The options of an answer that a handler does not set. */
export interface AnswerExtras {
  /** The sequence number of a notification. */
  readonly observe?: number;
  readonly block1?: Block;
  readonly block2?: Block;
  /** The largest accepted payload, in bytes. */
  readonly size1?: number;
  /** The size of the whole payload, in bytes. */
  readonly size2?: number;
}

/** Encodes an answer. An empty payload is omitted together with its content format. */
export function encodeAnswer(
  token: Uint8Array,
  { statusCode, contentFormat, payload, etag }: CoapResponse,
  { observe, block1, block2, size1, size2 }: AnswerExtras = {},
): Uint8Array {
  const { BLOCK1, BLOCK2, CONTENT_FORMAT, ETAG, OBSERVE, SIZE1, SIZE2 } = CoapOptionNumber;
  const options: CoapOption[] = [];
  const addUint = (number: number, value: number | undefined): void => {
    if (value !== undefined) options.push(uintOption(number, value));
  };
  if (etag !== undefined) options.push({ number: ETAG, value: etag });
  addUint(OBSERVE, observe);
  if (payload !== undefined && payload.length > 0) addUint(CONTENT_FORMAT, contentFormat);
  if (block2 !== undefined) options.push(encodeBlock(BLOCK2, block2));
  if (block1 !== undefined) options.push(encodeBlock(BLOCK1, block1));
  addUint(SIZE2, size2);
  addUint(SIZE1, size1);
  const body = payload === undefined ? {} : { payload };
  return encodeCoapFrame({ code: codeOfStatus(statusCode), token, options, ...body });
}
