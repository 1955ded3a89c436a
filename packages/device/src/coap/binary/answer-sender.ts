/** @module Sends the answers of one binary channel: whole, or in blocks of which the rest is stored. */
import { blockUnitBytes, type Csm, type Logger } from '@longwire/protocol';
import { textResponse, type CoapResponse } from '../coap-response.ts';
import { blockOf, findDownload, MESSAGE_OVERHEAD_BYTES, startDownload, type Download } from './download.ts';
import { encodeAnswer, type AnswerExtras } from './encode-answer.ts';
import type { BinaryRequest } from './read-request.ts';
import { MAX_TRANSFER_BYTES, type TransferName, type TransferStore } from './transfer-store.ts';

/** Options of {@link AnswerSender}. */
export interface AnswerSenderOptions {
  readonly downloads: TransferStore<Download>;
  readonly nameOf: (request: BinaryRequest) => TransferName;
  readonly logger: Logger;
  /** What the client supports. */
  readonly peer: () => Csm;
  readonly send: (message: Uint8Array) => void;
}

/** Encodes and sends answers; something is sent for every answer, even an invalid one. */
export class AnswerSender {
  readonly #options: AnswerSenderOptions;

  constructor(options: AnswerSenderOptions) {
    this.#options = options;
  }

  /** Sends an answer in one message. */
  send(token: Uint8Array, response: CoapResponse, extras?: AnswerExtras): void {
    this.#options.send(this.#encode(token, response, extras));
  }

  /** Sends an answer, or its first block if it is too large for one message or the client asks for less. */
  answer(request: BinaryRequest, response: CoapResponse, extras: AnswerExtras = {}): void {
    const { block2, token } = request;
    const { payload = new Uint8Array(0) } = response;
    const { maxMessageSize, isBlockWise } = this.#options.peer();
    const room = maxMessageSize - MESSAGE_OVERHEAD_BYTES;
    const wanted = block2 === undefined || block2.szx === 7 ? room : blockUnitBytes(block2.szx);
    // An error is not a later block of an earlier answer.
    const isFirst = (block2?.num ?? 0) === 0 || response.statusCode >= 300;
    const isWhole = isFirst && payload.length <= Math.min(room, wanted);
    if (isWhole) return this.send(token, response, { ...block1Of(request), ...extras });
    if (payload.length > MAX_TRANSFER_BYTES || !(isBlockWise || block2 !== undefined))
      return this.send(token, textResponse(500, 'Response too large'), block1Of(request));
    const { downloads, nameOf } = this.#options;
    const download = startDownload(nameOf(request), request.incoming, response, payload);
    downloads.keep(download);
    return this.#sendBlock(request, download, extras);
  }

  /** Sends a later block of a stored answer; returns false if there is none. */
  sendBlock(request: BinaryRequest): boolean {
    const { downloads, nameOf } = this.#options;
    const kept = findDownload(downloads, nameOf(request));
    if (kept === undefined) return false;
    this.#sendBlock(request, kept);
    return true;
  }

  /** Sends a 500 instead of an answer that cannot be made; the text of the error goes to the log only. */
  fail(request: BinaryRequest, error: unknown): void {
    this.#options.logger.error('coap.answer-failed', { error });
    this.send(request.token, textResponse(500, 'Internal error'), block1Of(request));
  }

  #sendBlock(request: BinaryRequest, download: Download, extras: AnswerExtras = {}): void {
    const { downloads, peer } = this.#options;
    const { response, payload, etag } = download;
    const found = blockOf(payload, request.block2, peer().maxMessageSize);
    if (found === undefined) return this.send(request.token, textResponse(400, 'No such block'));
    if (found.block.more) downloads.keep(download);
    else downloads.drop(download);
    const { block, chunk } = found;
    const size = block.num === 0 ? { size2: payload.length } : {};
    return this.send(
      request.token,
      { ...response, etag, payload: chunk },
      { ...block1Of(request), ...extras, block2: block, ...size },
    );
  }

  /** Encodes an answer; it may contain a value that a message cannot represent, such as the content format -1. */
  #encode(token: Uint8Array, response: CoapResponse, extras: AnswerExtras | undefined): Uint8Array {
    try {
      return encodeAnswer(token, response, extras);
    } catch (error) {
      this.#options.logger.error('coap.answer-failed', { error });
      return encodeAnswer(token, textResponse(500, 'Internal error'));
    }
  }
}

/** The last block of a payload is acknowledged in the answer. */
function block1Of({ block1 }: BinaryRequest): AnswerExtras {
  return block1 === undefined ? {} : { block1 };
}
