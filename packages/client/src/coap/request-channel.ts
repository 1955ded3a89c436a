/** @module Requests and answers on the `coap` data channel, in the JSON framing (PROTOCOL.md section 5). */
import {
  EdgeError,
  Emitter,
  encodeRequest,
  parseResponse,
  utf8Encode,
  type Listenable,
  type Logger,
  type Method,
} from '@longwire/protocol';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';
import { abortedByCaller, waitFor } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';
import { makeResponse, type DeviceResponse } from '../request/device-response.ts';
import { checkRequest, encodePayload, type RequestOptions } from '../request/request-options.ts';
import { RequestTable } from './request-table.ts';

/** The label of the channel that carries requests. */
export const COAP_CHANNEL_LABEL = 'coap';

interface RequestChannelEvents {
  lost: [];
}

/** What a request channel is made from. */
export interface RequestChannelOptions {
  readonly channel: RTCDataChannel;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly requestTimeoutMs: number;
  /** The largest message that the other side takes, in bytes. */
  maxMessageBytes(): number;
}

type Outcome = { readonly response: DeviceResponse } | { readonly refusal: string };

/** Sends requests and matches answers to them by id. */
export class RequestChannel implements Listenable<RequestChannelEvents> {
  readonly #options: RequestChannelOptions;
  readonly #table = new RequestTable<Outcome>();
  readonly #emitter: Emitter<RequestChannelEvents>;
  readonly #scope: Scope;

  constructor(options: RequestChannelOptions) {
    const { channel, logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('coap.listener', { event, error }));
    this.#scope = new Scope((error) => logger.warn('coap.release', { error }));
    this.#scope.add(() => channel.close());
    this.#scope.add(listen(channel, 'message', (event: MessageEvent) => this.#handleMessage(event.data)));
    this.#scope.add(listen(channel, 'close', () => this.#emitter.emit('lost')));
  }

  on<K extends keyof RequestChannelEvents>(
    event: K,
    listener: (...args: RequestChannelEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Resolves when the channel is open. */
  async opened(signal: AbortSignal): Promise<void> {
    const { channel } = this.#options;
    if (channel.readyState === 'open') return;
    await waitFor<void>(signal, ({ resolve }) => listen(channel, 'open', () => resolve()));
  }

  /**
   * Sends one request.
   * @throws EdgeError ERR_REQUEST_TIMEOUT, ERR_REQUEST_REFUSED, ERR_REQUEST_INVALID, ERR_MESSAGE_TOO_LARGE, ERR_ABORTED
   */
  async request(method: Method, path: string, options: RequestOptions = {}): Promise<DeviceResponse> {
    checkRequest(method, path, options);
    if (options.signal?.aborted) throw abortedByCaller(options.signal);
    const requestId = this.#table.nextId();
    const text = encodeRequest({ requestId, method, path, ...encodePayload(options) });
    this.#checkSize(text);
    const outcome = await this.#exchange(requestId, text, options);
    if ('refusal' in outcome) {
      throw new EdgeError('ERR_REQUEST_REFUSED', `device refused the request: ${outcome.refusal}`);
    }
    return outcome.response;
  }

  /** Rejects what is open with `cause` and closes the channel; safe to repeat. */
  close(cause: Error): void {
    this.#scope.disposeAll();
    this.#emitter.clear();
    this.#table.failAll(cause);
  }

  async #exchange(requestId: string, text: string, options: RequestOptions): Promise<Outcome> {
    const { clock, channel, requestTimeoutMs } = this.#options;
    const { signal, timeoutMs = requestTimeoutMs } = options;
    const answer = this.#table.add(requestId);
    const fail = (cause: Error): void => this.#table.fail(requestId, cause);
    const abort = (): void => {
      if (signal) fail(abortedByCaller(signal));
    };
    const stopTimer = clock.schedule(timeoutMs, () =>
      fail(new EdgeError('ERR_REQUEST_TIMEOUT', `answer expected within ${timeoutMs} ms, got none`)),
    );
    signal?.addEventListener('abort', abort);
    try {
      this.#send(channel, text, fail);
      return await answer;
    } finally {
      stopTimer();
      signal?.removeEventListener('abort', abort);
    }
  }

  #send(channel: RTCDataChannel, text: string, fail: (cause: Error) => void): void {
    try {
      channel.send(text);
    } catch (cause) {
      fail(new EdgeError('ERR_CHANNEL_CLOSED', 'request channel expected to take a message', { cause }));
    }
  }

  #checkSize(text: string): void {
    const limit = this.#options.maxMessageBytes();
    const size = utf8Encode(text).length;
    if (size > limit) {
      throw new EdgeError('ERR_MESSAGE_TOO_LARGE', `request expected at most ${limit} bytes, got ${size}`);
    }
  }

  #handleMessage(data: unknown): void {
    const { logger } = this.#options;
    if (typeof data !== 'string') {
      logger.warn('coap.ignored', { reason: 'message is not text' });
      return;
    }
    const parsed = parseResponse(data);
    if (!parsed.ok) {
      logger.warn('coap.ignored', { reason: parsed.reason });
      // Where the request is known it need not wait for its time limit.
      if (parsed.requestId !== undefined) this.#table.fail(parsed.requestId, unreadable(parsed.reason));
      return;
    }
    const answer = parsed.value;
    const outcome: Outcome =
      'error' in answer ? { refusal: answer.error } : { response: makeResponse(answer) };
    if (!this.#table.settle(answer.requestId, outcome)) {
      logger.warn('coap.ignored', { reason: 'answer to no open request' });
    }
  }
}

function unreadable(reason: string): EdgeError {
  return new EdgeError('ERR_PAYLOAD_FORMAT', `answer expected status and payload, got a ${reason}`);
}
