/** @module Receives an answer, in blocks if it exceeds a message (RFC 7959 section 2, RFC 8323 section 6). */
import type { Block, CoapFrame, WaitLimits } from '@longwire/protocol';
import { EdgeError, equalBytes } from '@longwire/protocol/base';
import {
  blockUnitBytes,
  CoapOptionNumber,
  encodeBlock,
  optionOf,
  parseBlock,
  uintOf,
} from '@longwire/protocol/coap-binary';
import { BlocksInFlight } from './blocks-in-flight.ts';
import type { CoapLink } from './coap-link.ts';
import { optionsOfTarget } from './request-message.ts';

/**
 * Largest payload of an answer, in bytes. Reason: it is held in memory as a whole; larger data belongs in a stream
 * (docs/adr/0026).
 */
export const MAX_ANSWER_BYTES: number = 64 * 1024 * 1024;

/**
 * Most bytes allocated in advance on the device's word. Reason: fits a firmware image, and costs a page little if the
 * word is wrong.
 */
const MAX_RESERVED_BYTES = 8 * 1024 * 1024;

/** Called with the bytes received of the answer's payload and, if the device sends it, the total. */
export type OnReceived = (receivedBytes: number, totalBytes: number | undefined) => void;

/**
 * Completes an answer of which `first` may be only the first block.
 * @throws EdgeError ERR_MESSAGE_TOO_LARGE, ERR_PAYLOAD_FORMAT if the blocks do not fit together
 */
export async function download(
  link: CoapLink,
  message: CoapFrame,
  first: CoapFrame,
  limits: WaitLimits,
  onReceived: OnReceived,
): Promise<CoapFrame> {
  if (isWhole(first)) {
    const receivedBytes = first.payload?.length ?? 0;
    checkSize(receivedBytes);
    onReceived(receivedBytes, receivedBytes);
    return first;
  }
  const inFlight = new BlocksInFlight(link, limits);
  try {
    return await downloadBlocks(inFlight, message, first, onReceived);
  } finally {
    inFlight.close();
  }
}

/** Whether an answer is not the first of several blocks. */
export function isWhole({ options }: CoapFrame): boolean {
  return optionOf(options, CoapOptionNumber.BLOCK2) === undefined;
}

async function downloadBlocks(
  inFlight: BlocksInFlight,
  message: CoapFrame,
  first: CoapFrame,
  onReceived: OnReceived,
): Promise<CoapFrame> {
  const size = optionOf(first.options, CoapOptionNumber.SIZE2);
  const totalBytes = size && uintOf(size);
  const payload = new GrowingBytes(Math.min(totalBytes ?? 0, MAX_RESERVED_BYTES));
  let [receivedBytes, askedBytes] = [0, 0];
  for (let answer = first; ;) {
    const block = blockOf(answer, first, receivedBytes);
    const length = answer.payload?.length ?? 0;
    receivedBytes += length;
    checkSize(Math.max(receivedBytes, totalBytes ?? 0));
    payload.append(answer.payload ?? NOTHING);
    onReceived(receivedBytes, block.more ? totalBytes : receivedBytes);
    if (!block.more) break;
    // Requests ahead are useless once the blocks change size.
    if (askedBytes !== receivedBytes + inFlight.count * length) {
      await inFlight.drop();
      askedBytes = receivedBytes;
    }
    while (inFlight.count === 0 || (inFlight.hasRoom && askedBytes < (totalBytes ?? 0))) {
      inFlight.ask(
        blockRequest(message, { num: askedBytes / blockUnitBytes(block.szx), more: false, szx: block.szx }),
      );
      askedBytes += length;
    }
    answer = await inFlight.next();
  }
  return receivedBytes === 0 ? first : { ...first, payload: payload.bytes };
}

function blockRequest(message: CoapFrame, block: Block): CoapFrame {
  const { code, token } = message;
  const options = [...optionsOfTarget(message), encodeBlock(CoapOptionNumber.BLOCK2, block)];
  return { code, token, options };
}

/** The block in an answer, checked to be the next one. */
function blockOf(answer: CoapFrame, first: CoapFrame, receivedBytes: number): Block {
  const value = optionOf(answer.options, CoapOptionNumber.BLOCK2);
  const block = value && parseBlock(value);
  const unitBytes = block ? blockUnitBytes(block.szx) : 1;
  const length = answer.payload?.length ?? 0;
  const isNext = block !== undefined && block.num * unitBytes === receivedBytes;
  const isWhole = !block?.more || (length > 0 && length % unitBytes === 0);
  if (!isNext || !isWhole || answer.code !== first.code || !hasSameTag(answer, first)) {
    throw new EdgeError(
      'ERR_PAYLOAD_FORMAT',
      `block at ${receivedBytes} bytes is missing: got another block, or one of another answer`,
    );
  }
  return block;
}

function hasSameTag(one: CoapFrame, other: CoapFrame): boolean {
  const [tag, otherTag] = [one, other].map(({ options }) => optionOf(options, CoapOptionNumber.ETAG));
  return equalBytes(tag ?? NOTHING, otherTag ?? NOTHING);
}

function checkSize(bytes: number): void {
  if (bytes > MAX_ANSWER_BYTES) {
    throw new EdgeError(
      'ERR_MESSAGE_TOO_LARGE',
      `answer of ${bytes} bytes exceeds the limit of ${MAX_ANSWER_BYTES}`,
    );
  }
}

/** Collects bytes without keeping the messages they came in, whose number and size the other side controls. */
class GrowingBytes {
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(reservedBytes: number) {
    this.#buffer = new Uint8Array(reservedBytes);
  }

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
