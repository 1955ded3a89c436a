/** @module Sending a request, in blocks where it is larger than a message (RFC 7959 section 2, RFC 8323 section 6). */
import type { Block, CoapFrame } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import {
  BERT_SZX,
  BERT_UNIT_BYTES,
  blockUnitBytes,
  CoapCode,
  CoapOptionNumber,
  encodeBlock,
  encodeCoapFrame,
  optionOf,
  parseBlock,
  uintOption,
} from '@longwire/protocol/coap-binary';
import { RequestLostError } from '../../request/request-lost-error.ts';
import type { Limits } from '../limited.ts';
import type { CoapLink } from './coap-link.ts';

/** Room for the options of a block, in bytes: a place of three, a size of four, their heads, and the marker of the payload. */
const BLOCK_OVERHEAD_BYTES = 16;

/** The size of a message above which BERT is understood (RFC 8323 section 6). */
const BERT_ABOVE_BYTES = 1152;

/** Told what the device has of the payload. */
export type TellSent = (sentBytes: number) => void;

/** Sends a request and waits for its answer. @throws EdgeError ERR_MESSAGE_TOO_LARGE, ERR_PAYLOAD_FORMAT */
export async function upload(
  link: CoapLink,
  message: CoapFrame,
  limits: Limits,
  tell: TellSent,
): Promise<CoapFrame> {
  const { payload } = message;
  const headBytes = encodeCoapFrame({ ...message, payload: NOTHING }).length + BLOCK_OVERHEAD_BYTES;
  const bytes = headBytes + (payload?.length ?? 0);
  // What a side takes that has said nothing yet is little; it says so at once.
  if (bytes > link.settings.maxMessageSize) await link.settled(limits);
  const { maxMessageSize, isBlockWise } = link.settings;
  if (bytes <= maxMessageSize) {
    const answer = await link.ask(message, limits);
    tell(payload?.length ?? 0);
    return answer;
  }
  const szx = isBlockWise ? largestBlock(maxMessageSize, maxMessageSize - headBytes) : undefined;
  if (payload === undefined || szx === undefined) {
    throw new EdgeError(
      'ERR_MESSAGE_TOO_LARGE',
      `request expected at most ${maxMessageSize} bytes, got ${bytes}`,
    );
  }
  return uploadBlocks(link, { ...message, payload }, limits, {
    tell,
    szx,
    roomBytes: maxMessageSize - headBytes,
  });
}

interface BlockPlan {
  readonly tell: TellSent;
  readonly szx: number;
  /** What a message has room for beside its head, in bytes. */
  readonly roomBytes: number;
}

async function uploadBlocks(
  link: CoapLink,
  message: CoapFrame & { readonly payload: Uint8Array },
  limits: Limits,
  { tell, roomBytes, ...plan }: BlockPlan,
): Promise<CoapFrame> {
  const { payload } = message;
  let { szx } = plan;
  for (let sentBytes = 0; ;) {
    const part = payload.subarray(sentBytes, sentBytes + blockBytes(szx, roomBytes));
    const block = {
      num: sentBytes / blockUnitBytes(szx),
      more: sentBytes + part.length < payload.length,
      szx,
    };
    const answer = await askForBlock(link, blockMessage(message, part, block), limits, sentBytes > 0);
    if (block.more && answer.code !== CoapCode.CONTINUE) return answer;
    sentBytes += part.length;
    tell(sentBytes);
    if (!block.more) return answer;
    // A device may ask for smaller blocks; what it has taken it keeps (RFC 7959 section 2.3).
    szx = Math.min(szx, acknowledged(answer, block).szx);
  }
}

function blockMessage(message: CoapFrame, payload: Uint8Array, block: Block): CoapFrame {
  const options = [...message.options, encodeBlock(CoapOptionNumber.BLOCK1, block)];
  if (block.num === 0) options.push(uintOption(CoapOptionNumber.SIZE1, message.payload?.length ?? 0));
  return { ...message, options, payload };
}

/** Of a request in parts the first may have reached the device, whatever became of this one. */
async function askForBlock(
  link: CoapLink,
  message: CoapFrame,
  limits: Limits,
  isLater: boolean,
): Promise<CoapFrame> {
  try {
    return await link.ask(message, limits);
  } catch (cause) {
    throw isLater && cause instanceof RequestLostError ? new RequestLostError(cause, true) : cause;
  }
}

function acknowledged({ options }: CoapFrame, { num }: Block): Block {
  const value = optionOf(options, CoapOptionNumber.BLOCK1);
  const block = value && parseBlock(value);
  if (block?.num !== num) {
    throw new EdgeError('ERR_PAYLOAD_FORMAT', `device expected to acknowledge block ${num}, got another`);
  }
  return block;
}

/** The largest exponent that fits; undefined where even 16 bytes do not. */
function largestBlock(maxMessageSize: number, roomBytes: number): number | undefined {
  if (maxMessageSize > BERT_ABOVE_BYTES && roomBytes >= BERT_UNIT_BYTES) return BERT_SZX;
  return [6, 5, 4, 3, 2, 1, 0].find((szx) => blockUnitBytes(szx) <= roomBytes);
}

/** With BERT a block is as many units as there is room for. */
function blockBytes(szx: number, roomBytes: number): number {
  return szx === BERT_SZX ? Math.floor(roomBytes / BERT_UNIT_BYTES) * BERT_UNIT_BYTES : blockUnitBytes(szx);
}

const NOTHING = new Uint8Array(0);
