/** @module One connection to the device's web server, with one exchange at a time. */
import type { DataStream } from '@longwire/client';
import { ByteReader } from './byte-reader.ts';
import { fieldValue, wordsOf } from './fields.ts';
import { requestBytes, type HttpRequest } from './request-writer.ts';
import { bodyFraming, readBody, type BodyFraming } from './response-body.ts';
import { readResponseHead, type ResponseHead } from './response-head.ts';
import { malformed, WebError } from './web-error.ts';

/** A response whose body is still to be read. */
export interface HttpAnswer {
  readonly head: ResponseHead;
  /** Whether there is a body at all. */
  readonly hasBody: boolean;
  /** The bytes of the body, as they come. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Discards the rest of the body; safe to call again, also after its end. */
  cancel(): void;
}

/** Whether a connection can be used again after an exchange. */
export type ConnectionReuse = 'reusable' | 'over';

/** RFC 9110 section 15.3.6. */
const RESET_CONTENT = 205;

/** An open connection. */
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
    // The failure is reported by the write that it affects.
    this.#writer.closed.catch(() => undefined);
  }

  /** Resolves when the connection has ended for any reason. */
  get ended(): Promise<void> {
    return this.#stream.closed.catch(() => undefined);
  }

  /**
   * Sends a request and resolves with the head of the response; `onDone` is called when its body was read to the end, or discarded. @throws
   * WebError, TypeError, or the error of the stream
   */
  async exchange(request: HttpRequest, onDone: (afterwards: ConnectionReuse) => void): Promise<HttpAnswer> {
    // A server may respond before it has read everything, and close: that response counts, so sending is not awaited.
    void this.#send(request);
    const head = await this.#readHead();
    const framing = bodyFraming(request.method, head);
    // A server may send an empty chunked body after 205, or one that is not allowed: neither may be read as the next response.
    const isLasting = framing.kind !== 'untilClose' && head.status !== RESET_CONTENT && keepsOpen(head);
    const isReusable = (): boolean => isLasting && !this.#isSending && !this.#reader.hasRest;
    return {
      head,
      hasBody: framing.kind !== 'none' && !(framing.kind === 'length' && framing.length === 0),
      body: this.#body(framing, () => onDone(isReusable() ? 'reusable' : 'over')),
      cancel: () => onDone('over'),
    };
  }

  /** Ends the connection immediately. */
  async abort(reason?: unknown): Promise<void> {
    await Promise.allSettled([this.#writer.abort(reason), this.#reader.cancel(reason)]);
  }

  async #readHead(): Promise<ResponseHead> {
    try {
      const head = await readResponseHead(this.#reader);
      if (head.status === 101) throw malformed('status 101 switches to another protocol');
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
      // A failed stream is reported by reading. An unreadable body leaves half a request, which cannot be continued.
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
  const words = wordsOf(fieldValue(fields, 'connection'));
  return minorVersion === 1 ? !words.includes('close') : words.includes('keep-alive');
}
