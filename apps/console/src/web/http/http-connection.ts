/** @module One connection to the device's web server, with one exchange at a time. */
import type { DataStream } from '../../wire.ts';
import { ByteReader } from './byte-reader.ts';
import { fieldOf, wordsOf } from './fields.ts';
import { requestBytes, type HttpRequest } from './request-writer.ts';
import { bodyFraming, readBody, type BodyFraming } from './response-body.ts';
import { readResponseHead, type ResponseHead } from './response-head.ts';
import { malformed, WebError } from './web-error.ts';

/** An answer whose body is still to be read. */
export interface HttpAnswer {
  readonly head: ResponseHead;
  /** Whether there is a body at all. */
  readonly hasBody: boolean;
  /** Its bytes, as they come. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Wants no more of the body; safe to repeat, and after its end. */
  cancel(): void;
}

/** What a connection can be used for after an exchange. */
export type Afterwards = 'reusable' | 'over';

/** RFC 9110 section 15.3.6. */
const RESET_CONTENT = 205;

/** A connection that is open. */
export class HttpConnection {
  readonly #stream: DataStream;
  readonly #reader: ByteReader;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #isSending = false;
  #sendError: unknown;

  constructor(stream: DataStream) {
    this.#stream = stream;
    this.#reader = new ByteReader(stream.readable);
    this.#writer = stream.writable.getWriter();
    // It is told where it matters: a write fails.
    this.#writer.closed.catch(() => undefined);
  }

  /** Resolves when the connection has ended, whichever way. */
  get ended(): Promise<void> {
    return this.#stream.closed.catch(() => undefined);
  }

  /**
   * Sends a request and resolves with the answer's head; `onDone` is called when its body was read to the end, or was given up.
   * @throws WebError, TypeError, or what the stream fails with
   */
  async exchange(request: HttpRequest, onDone: (afterwards: Afterwards) => void): Promise<HttpAnswer> {
    // A server may answer before it has read all, and close: that answer is what counts, so nobody waits for the sending.
    void this.#send(request);
    const head = await this.#readHead();
    const framing = bodyFraming(request.method, head);
    // A server may frame a body of nothing behind 205, or one that is not allowed: neither is the next answer.
    const isLasting = framing.kind !== 'untilClose' && head.status !== RESET_CONTENT && keepsOpen(head);
    const isReusable = (): boolean => isLasting && !this.#isSending && !this.#reader.hasRest;
    return {
      head,
      hasBody: framing.kind !== 'none' && !(framing.kind === 'length' && framing.length === 0),
      body: this.#body(framing, () => onDone(isReusable() ? 'reusable' : 'over')),
      cancel: () => onDone('over'),
    };
  }

  /** Ends it at once. */
  async abort(reason?: unknown): Promise<void> {
    await Promise.allSettled([this.#writer.abort(reason), this.#reader.cancel(reason)]);
  }

  async #readHead(): Promise<ResponseHead> {
    try {
      const head = await readResponseHead(this.#reader);
      if (head.status === 101) throw malformed('no other protocol than HTTP');
      return head;
    } catch (error) {
      throw this.#sendError instanceof Error ? this.#sendError : error;
    }
  }

  async #send(request: HttpRequest): Promise<void> {
    this.#isSending = true;
    try {
      for await (const piece of requestBytes(request)) await this.#writer.write(piece);
      this.#isSending = false;
    } catch (error) {
      // Where the stream has failed, reading says so. A body that cannot be had leaves half a request, which is none.
      if (!(error instanceof WebError || error instanceof TypeError)) return;
      this.#sendError = error;
      await this.abort(error);
    }
  }

  async *#body(framing: BodyFraming, onEnd: () => void): AsyncGenerator<Uint8Array> {
    yield* readBody(this.#reader, framing);
    onEnd();
  }
}

function keepsOpen({ minorVersion, fields }: ResponseHead): boolean {
  const words = wordsOf(fieldOf(fields, 'connection'));
  return minorVersion === 1 ? !words.includes('close') : words.includes('keep-alive');
}
