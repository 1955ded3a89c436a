/** @module Reading an answer, block after block where it is larger than a message (RFC 7959 section 2, RFC 8323 section 6). */
import type { Block, CoapFrame } from '@longwire/protocol';
import { EdgeError, equalBytes } from '@longwire/protocol/base';
import {
  blockUnitBytes,
  CoapOptionNumber,
  encodeBlock,
  optionOf,
  parseBlock,
  uintOf,
} from '@longwire/protocol/coap-binary';
import { RequestLostError } from '../../request/request-lost-error.ts';
import type { Limits } from '../limited.ts';
import type { CoapLink } from './coap-link.ts';
import { optionsOfTarget } from './request-message.ts';

/** Largest payload of an answer, in bytes. Reason: it is held in memory as a whole; what is larger is a stream (docs/adr/0026). */
export const MAX_ANSWER_BYTES: number = 64 * 1024 * 1024;

/** Told what is here of the answer's payload, and of how much, where the device says. */
export type TellReceived = (receivedBytes: number, totalBytes: number | undefined) => void;

/**
 * Completes an answer of which `first` may be the first block only.
 * @throws EdgeError ERR_MESSAGE_TOO_LARGE, ERR_PAYLOAD_FORMAT where blocks do not fit together
 */
export async function download(
  link: CoapLink,
  message: CoapFrame,
  first: CoapFrame,
  limits: Limits,
  tell: TellReceived,
): Promise<CoapFrame> {
  const { code, token } = message;
  const size = optionOf(first.options, CoapOptionNumber.SIZE2);
  const totalBytes = size && uintOf(size);
  const payload = new GrowingBytes();
  let receivedBytes = 0;
  for (let answer = first; ;) {
    const block = blockOf(answer, first, receivedBytes);
    receivedBytes += answer.payload?.length ?? 0;
    checkSize(Math.max(receivedBytes, totalBytes ?? 0));
    payload.append(answer.payload ?? NOTHING);
    tell(receivedBytes, block?.more ? totalBytes : receivedBytes);
    if (!block?.more) break;
    const num = receivedBytes / blockUnitBytes(block.szx);
    const next = encodeBlock(CoapOptionNumber.BLOCK2, { num, more: false, szx: block.szx });
    answer = await askForMore(link, { code, token, options: [...optionsOfTarget(message), next] }, limits);
  }
  return receivedBytes === 0 ? first : { ...first, payload: payload.bytes };
}

/** The block that an answer is, checked to be the one that continues what is here; undefined for an answer in one piece. */
function blockOf(answer: CoapFrame, first: CoapFrame, receivedBytes: number): Block | undefined {
  const value = optionOf(answer.options, CoapOptionNumber.BLOCK2);
  if (value === undefined && answer === first) return undefined;
  const block = value && parseBlock(value);
  const unitBytes = block ? blockUnitBytes(block.szx) : 1;
  const length = answer.payload?.length ?? 0;
  const isNext = block !== undefined && block.num * unitBytes === receivedBytes;
  const isWhole = !block?.more || (length > 0 && length % unitBytes === 0);
  if (!isNext || !isWhole || answer.code !== first.code || !hasSameTag(answer, first)) {
    throw new EdgeError(
      'ERR_PAYLOAD_FORMAT',
      `answer expected its block at ${receivedBytes} bytes, got another or one of another answer`,
    );
  }
  return block;
}

function hasSameTag(one: CoapFrame, other: CoapFrame): boolean {
  const [tag, otherTag] = [one, other].map(({ options }) => optionOf(options, CoapOptionNumber.ETAG));
  return equalBytes(tag ?? NOTHING, otherTag ?? NOTHING);
}

/** The request itself was sent: whatever ends its answer, the device may have done what it says. */
async function askForMore(link: CoapLink, message: CoapFrame, limits: Limits): Promise<CoapFrame> {
  try {
    return await link.ask(message, limits);
  } catch (cause) {
    throw cause instanceof RequestLostError ? new RequestLostError(cause, true) : cause;
  }
}

function checkSize(bytes: number): void {
  if (bytes > MAX_ANSWER_BYTES) {
    throw new EdgeError(
      'ERR_MESSAGE_TOO_LARGE',
      `answer expected at most ${MAX_ANSWER_BYTES} bytes, got ${bytes}`,
    );
  }
}

/** Bytes, and nothing of the messages that they came in: the other side decides how many and how large those are. */
class GrowingBytes {
  #buffer = new Uint8Array(0);
  #length = 0;

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length);
  }

  append(part: Uint8Array): void {
    const needed = this.#length + part.length;
    if (needed > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.#buffer.length * 2));
      larger.set(this.bytes);
      this.#buffer = larger;
    }
    this.#buffer.set(part, this.#length);
    this.#length = needed;
  }
}

const NOTHING = new Uint8Array(0);
