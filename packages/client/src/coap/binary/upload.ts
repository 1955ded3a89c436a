/** @module Sends a request, in blocks if it exceeds a message (RFC 7959 section 2, RFC 8323 section 6). */
import type { Block, CoapFrame, WaitLimits } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import {
  BERT_SZX,
  BERT_UNIT_BYTES,
  blockUnitBytes,
  CoapCode,
  CoapOptionNumber,
  encodeBlock,
  optionOf,
  parseBlock,
  uintOption,
} from '@longwire/protocol/coap-binary';
import { BlocksInFlight } from './blocks-in-flight.ts';
import type { CoapLink } from './coap-link.ts';

/**
 * Bytes reserved for a message's head and payload marker and for block options: a block number of three bytes and a
 * size of four, with their heads.
 */
const OVERHEAD_BYTES = 18;

/** Longest head of an option, in bytes. */
const OPTION_HEAD_BYTES = 5;

/** The message size above which BERT is supported (RFC 8323 section 6). */
const BERT_ABOVE_BYTES = 1152;

/** Called with the bytes of the payload that the device has received. */
export type OnSent = (sentBytes: number) => void;

/** Sends a request and waits for its answer. @throws EdgeError ERR_MESSAGE_TOO_LARGE, ERR_PAYLOAD_FORMAT */
export async function upload(
  link: CoapLink,
  message: CoapFrame,
  limits: WaitLimits,
  onSent: OnSent,
): Promise<CoapFrame> {
  const { payload } = message;
  const bytes = sizeBound(message);
  // Before its settings arrive the other side is assumed to accept little; they arrive soon.
  if (bytes > link.settings.maxMessageSize) await link.settled(limits);
  const { maxMessageSize, isBlockWise } = link.settings;
  if (bytes <= maxMessageSize) {
    const answer = await link.ask(message, limits);
    onSent(payload?.length ?? 0);
    return answer;
  }
  const headBytes = bytes - (payload?.length ?? 0);
  const szx = isBlockWise ? largestBlock(maxMessageSize, maxMessageSize - headBytes) : undefined;
  if (payload === undefined || szx === undefined) {
    throw new EdgeError(
      'ERR_MESSAGE_TOO_LARGE',
      `request of ${bytes} bytes exceeds the device's limit of ${maxMessageSize}`,
    );
  }
  return uploadBlocks(link, { ...message, payload }, limits, {
    onSent,
    szx,
    roomBytes: maxMessageSize - headBytes,
  });
}

/** Whether a request certainly fits in one message. */
export function isSmall(link: CoapLink, message: CoapFrame): boolean {
  return sizeBound(message) <= link.settings.maxMessageSize;
}

interface BlockPlan {
  readonly onSent: OnSent;
  readonly szx: number;
  /** Bytes left in a message beside its head. */
  readonly roomBytes: number;
}

async function uploadBlocks(
  link: CoapLink,
  message: CoapFrame & { readonly payload: Uint8Array },
  limits: WaitLimits,
  { onSent, roomBytes, ...plan }: BlockPlan,
): Promise<CoapFrame> {
  const { payload } = message;
  let { szx } = plan;
  let sentBytes = 0;
  const sent: (Block & { readonly endBytes: number })[] = [];
  const next = (): CoapFrame => {
    const part = payload.subarray(sentBytes, sentBytes + blockBytes(szx, roomBytes));
    const num = sentBytes / blockUnitBytes(szx);
    sentBytes += part.length;
    const block = { num, more: sentBytes < payload.length, szx, endBytes: sentBytes };
    sent.push(block);
    return blockMessage(message, part, block);
  };
  const inFlight = new BlocksInFlight(link, limits);
  try {
    // The first block is answered before more are sent: the device may refuse it, or ask for smaller blocks.
    for (let answer = await link.ask(next(), limits); ; answer = await inFlight.next()) {
      const block = sent.shift();
      if (block === undefined || !block.more) {
        onSent(payload.length);
        return answer;
      }
      if (answer.code !== CoapCode.CONTINUE) return answer;
      // Blocks received so far stay valid (RFC 7959 section 2.3).
      szx = Math.min(szx, acknowledged(answer, block).szx);
      onSent(block.endBytes);
      while (inFlight.hasRoom && sentBytes < payload.length) inFlight.ask(next());
    }
  } finally {
    inFlight.close();
  }
}

function blockMessage(message: CoapFrame, payload: Uint8Array, block: Block): CoapFrame {
  const options = [...message.options, encodeBlock(CoapOptionNumber.BLOCK1, block)];
  if (block.num === 0) options.push(uintOption(CoapOptionNumber.SIZE1, message.payload?.length ?? 0));
  return { ...message, options, payload };
}

function acknowledged({ options }: CoapFrame, { num }: Block): Block {
  const value = optionOf(options, CoapOptionNumber.BLOCK1);
  const block = value && parseBlock(value);
  if (block?.num !== num) {
    throw new EdgeError('ERR_PAYLOAD_FORMAT', `device acknowledged another block than ${num}`);
  }
  return block;
}

/** An upper bound of the message's size, without encoding it, which would be wasted on most requests. */
function sizeBound({ token, options, payload }: CoapFrame): number {
  let bytes = OVERHEAD_BYTES + token.length + (payload?.length ?? 0);
  for (const { value } of options) bytes += OPTION_HEAD_BYTES + value.length;
  return bytes;
}

/** The largest block exponent that fits; undefined if even 16 bytes do not. */
function largestBlock(maxMessageSize: number, roomBytes: number): number | undefined {
  if (maxMessageSize > BERT_ABOVE_BYTES && roomBytes >= BERT_UNIT_BYTES) return BERT_SZX;
  return [6, 5, 4, 3, 2, 1, 0].find((szx) => blockUnitBytes(szx) <= roomBytes);
}

/** The size of a block; with BERT as many units as fit. */
function blockBytes(szx: number, roomBytes: number): number {
  return szx === BERT_SZX ? Math.floor(roomBytes / BERT_UNIT_BYTES) * BERT_UNIT_BYTES : blockUnitBytes(szx);
}
