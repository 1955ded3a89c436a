/** @module One request of a device's page: the page's end is a MessagePort that receives the body in chunks on demand. */
import { utf8Encode } from '@longwire/protocol/base';
import type { HttpAnswer } from '../http/http-connection.ts';
import { asWebError, type HttpClient } from '../http/http-client.ts';
import { WebError } from '../http/web-error.ts';
import { fileOfAnswer } from '../offer/offered-file.ts';
import type { OfferedFile } from '../offer/device-offers.ts';
import { answerForPage, type PageAnswer } from './answer-for-page.ts';
import type { AskedRequest } from './page-message.ts';
import { requestFields, type BrowserFacts } from './request-fields.ts';

/** Options of `PageExchange`. */
export interface PageExchangeOptions {
  readonly port: MessagePort;
  readonly request: AskedRequest;
  readonly client: HttpClient;
  readonly facts: () => BrowserFacts;
  /** Differs for each document. */
  readonly nonce: string;
  /** Whether one more message of the page may be processed. */
  readonly spend: () => boolean;
  readonly onCookies: (cookies: readonly string[]) => void;
  /** The response is a file, which now belongs to the offer. */
  readonly onFile: (file: OfferedFile) => void;
  /** The result, once the page has received everything or cancelled. */
  readonly onEnd: (end: ExchangeEnd) => void;
}

/** The result of an exchange. */
export type ExchangeEnd =
  /** The page has the response, and shows this. */
  | { readonly kind: 'answered'; readonly shows: PageAnswer['shows'] }
  | { readonly kind: 'failed'; readonly error: WebError };

/** Largest chunk of an upload, in bytes. Reason: browsers send chunks of at most some hundred kilobytes. */
const MAX_PIECE_BYTES = 16 * 1024 * 1024;

/** Replaces a failed document while the console shows the error. */
const EMPTY_DOCUMENT = utf8Encode('<!doctype html><meta charset="utf-8"><title>Device</title>');

/** Handles one request and its response. */
export class PageExchange {
  readonly #options: PageExchangeOptions;
  readonly #stop = new AbortController();
  #pulled = Promise.withResolvers<void>();
  #piece = Promise.withResolvers<Uint8Array | undefined>();
  #answer: HttpAnswer | undefined;
  #isOver = false;

  constructor(options: PageExchangeOptions) {
    this.#options = options;
    const { port } = options;
    this.#piece.promise.catch(() => undefined);
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#handle(data));
    port.addEventListener('close', () => this.cancel());
    port.start();
    port.postMessage({ type: 'accepted' });
    void this.#run();
  }

  /** The page no longer wants the response. */
  cancel(): void {
    if (this.#isOver) return;
    this.#stop.abort();
    this.#piece.reject(new WebError('cancelled', 'the page cancelled its request'));
    this.#pulled.resolve();
    this.#answer?.cancel();
  }

  async #run(): Promise<void> {
    try {
      const { shows } = await this.#carry();
      this.#finish({ kind: 'answered', shows });
    } catch (error) {
      this.#fail(asWebError(error));
    }
  }

  async #carry(): Promise<PageAnswer> {
    const { request, client, facts, nonce, onCookies, port } = this.#options;
    const { method, target, hasBody } = request;
    const asked = facts();
    const body = hasBody ? this.#pieces() : undefined;
    const fields = requestFields(request, asked);
    this.#answer = await client.send({ method, target, fields, body }, this.#stop.signal);
    const answer = answerForPage(request, this.#answer, { origin: asked.origin, nonce });
    onCookies(answer.cookies);
    if (answer.shows === 'file') {
      this.#handOver(answer, this.#answer);
      return answer;
    }
    port.postMessage({
      type: 'head',
      status: answer.status,
      statusText: answer.statusText,
      fields: answer.fields,
      hasBody: answer.hasBody,
    });
    await this.#sendBody(answer);
    return answer;
  }

  /** The frame stays as it is, because it may not download anything. */
  #handOver(answer: PageAnswer, given: HttpAnswer): void {
    const { request, onFile, port } = this.#options;
    this.#answer = undefined;
    onFile(
      fileOfAnswer(answer, { target: request.target, name: request.saveAs, cancel: () => given.cancel() }),
    );
    port.postMessage({ type: 'head', status: 204, statusText: '', fields: [], hasBody: false });
  }

  async #sendBody({ body }: PageAnswer): Promise<void> {
    const { port } = this.#options;
    for await (const bytes of body) {
      await this.#pulled.promise;
      if (this.#stop.signal.aborted) throw new WebError('cancelled', 'the page stopped reading the response');
      this.#pulled = Promise.withResolvers();
      const own = bytes.slice();
      port.postMessage({ type: 'data', bytes: own }, [own.buffer]);
    }
    port.postMessage({ type: 'end' });
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      this.#piece = Promise.withResolvers();
      this.#piece.promise.catch(() => undefined);
      if (this.#stop.signal.aborted) throw new WebError('cancelled', 'the page cancelled its request');
      this.#options.port.postMessage({ type: 'more' });
      const piece = await this.#piece.promise;
      if (piece === undefined) return;
      yield piece;
    }
  }

  #handle(data: unknown): void {
    if (typeof data !== 'object' || data === null || this.#isOver) return;
    if (!this.#options.spend()) return this.cancel();
    const field = (key: string): unknown => Reflect.get(data, key);
    switch (field('type')) {
      case 'pull':
        return this.#pulled.resolve();
      case 'cancel':
        return this.cancel();
      case 'body':
        return this.#handlePiece(field('bytes'));
      case 'bodyEnd':
        return this.#piece.resolve(undefined);
      case 'bodyFailed':
        return this.#piece.reject(
          new WebError('cancelled', 'the page could not read the body of its request'),
        );
      default:
    }
  }

  #handlePiece(bytes: unknown): void {
    if (bytes instanceof Uint8Array && bytes.length <= MAX_PIECE_BYTES) this.#piece.resolve(bytes);
    else this.#piece.reject(new WebError('cancelled', 'the page sent an invalid chunk of its request body'));
  }

  #fail(error: WebError): void {
    const { port, request } = this.#options;
    this.#answer?.cancel();
    if (request.isNavigation && this.#answer === undefined) {
      const fields = [['content-type', 'text/html; charset=utf-8']];
      port.postMessage({ type: 'head', status: 502, statusText: '', fields, hasBody: true });
      port.postMessage({ type: 'data', bytes: EMPTY_DOCUMENT });
      port.postMessage({ type: 'end' });
    } else {
      port.postMessage({ type: 'error' });
    }
    this.#finish({ kind: 'failed', error });
  }

  #finish(end: ExchangeEnd): void {
    this.#isOver = true;
    this.#options.port.close();
    this.#options.onEnd(end);
  }
}
