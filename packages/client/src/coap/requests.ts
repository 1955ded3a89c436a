/** @module Requests on the `coap` data channel, in the framing that both sides support (PROTOCOL.md sections 5 and 9). */
import type { Clock, Listenable, Logger, Method } from '@longwire/protocol';
import {
  abortedByCaller,
  EdgeError,
  Emitter,
  onLimit,
  throwIfAborted,
  waitFor,
  withLimits,
} from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import { RequestLostError } from '../shared.ts';
import { checkRequest, type RequestOptions } from '../request/request-options.ts';
import { BinaryFraming } from './binary/binary-framing.ts';
import type { Framing, FramingOptions } from './framing.ts';
import { JsonFraming } from './json-framing.ts';
import { LatestSequence, type Sink } from './latest-sequence.ts';
import { asError, checkObserve } from './observation.ts';
import type { Following, ObserveOptions } from './observe-options.ts';

/** The label of the channel that carries requests. */
export const COAP_CHANNEL_LABEL = 'coap';

/** Most messages kept until the framing is decided. Reason: a device starts with one, and sends more only when asked. */
const MAX_EARLY_MESSAGES = 16;

interface RequestEvents {
  lost: [];
}

/** Options of {@link Requests}. */
export interface RequestChannelOptions {
  readonly channel: RTCDataChannel;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly requestTimeoutMs: number;
  /** The largest message that the other side accepts, in bytes. */
  readonly maxMessageBytes: () => number;
  /** Whether the device selected `coap-ws/1`; read when the channel opens. */
  readonly isBinary: () => boolean;
}

type MakesFraming = new (options: FramingOptions) => Framing;

type State =
  | { readonly kind: 'opening'; readonly early: unknown[] }
  | { readonly kind: 'open'; readonly framing: Framing }
  | { readonly kind: 'closed'; readonly cause: Error };

/** Sends requests and observes resources, in the framing decided when the channel opens. */
export class Requests implements Listenable<RequestEvents> {
  readonly #options: RequestChannelOptions;
  readonly #observations = new Set<LatestSequence<DeviceResponse>>();
  readonly #emitter: Emitter<RequestEvents>;
  readonly #scope: Scope;
  readonly #ready: Promise<void>;
  #state: State = { kind: 'opening', early: [] };

  constructor(options: RequestChannelOptions) {
    const { channel, logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('coap.listener-failed', { event, error }));
    this.#scope = new Scope((error) => logger.warn('coap.release-failed', { error }));
    const ended = new AbortController();
    this.#scope.add(() => channel.close());
    this.#scope.add(() => ended.abort(new EdgeError('ERR_CHANNEL_CLOSED', 'request channel closed')));
    channel.binaryType = 'arraybuffer';
    this.#scope.add(listen(channel, 'message', (event: MessageEvent) => this.#handleMessage(event.data)));
    this.#scope.add(listen(channel, 'close', () => this.#emitter.emit('lost')));
    this.#ready = this.#open(ended.signal);
    // Callers of opened() see the error; without one it must not count as unhandled.
    this.#ready.catch(() => undefined);
  }

  on<K extends keyof RequestEvents>(event: K, listener: (...args: RequestEvents[K]) => void): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Resolves when requests can be sent. */
  async opened(signal: AbortSignal): Promise<void> {
    await withLimits({ owner: signal }, () => this.#ready);
  }

  /**
   * Sends one request.
   * @throws EdgeError ERR_REQUEST_TIMEOUT, ERR_REQUEST_REFUSED, ERR_REQUEST_INVALID, ERR_REQUEST_UNSUPPORTED,
   * ERR_MESSAGE_TOO_LARGE, ERR_ABORTED; RequestLostError if the channel closes before the answer
   */
  async request(method: Method, path: string, options: RequestOptions = {}): Promise<DeviceResponse> {
    checkRequest(method, path, options);
    throwIfAborted(options);
    return await this.#framing().request(method, path, options);
  }

  /**
   * Observes a resource: its value now, then each change; a slow reader gets only the newest. Starts with the first
   * `next()`; ends with `return()` (`break` of a loop), and rejects when the device ends it, with the channel, and
   * with the signal.
   * @throws EdgeError ERR_REQUEST_INVALID
   */
  observe(path: string, options: ObserveOptions = {}): AsyncIterableIterator<DeviceResponse> {
    checkRequest('GET', path, options);
    checkObserve(options);
    const { signal } = options;
    const sequence = new LatestSequence<DeviceResponse>((sink) => {
      if (signal?.aborted) {
        sink.fail(abortedByCaller(signal));
        return () => undefined;
      }
      const stop = this.#startObserving(path, { ...options, ...this.#withSafeListener(options) }, sink);
      this.#observations.add(sequence);
      const stopListening = onLimit({ signal }, (error) => sink.fail(asError(error)));
      return () => {
        stopListening();
        this.#observations.delete(sequence);
        stop();
      };
    });
    return sequence;
  }

  /** Makes the device send something, unless a probe is pending or impossible. */
  probe(): void {
    if (this.#state.kind === 'open') this.#state.framing.probe();
  }

  /** Rejects everything open with `cause` and closes the channel; safe to repeat. */
  close(cause: Error): void {
    const before = this.#state;
    if (before.kind === 'closed') return;
    this.#state = { kind: 'closed', cause };
    for (const observation of this.#observations) observation.fail(new RequestLostError(cause, true));
    if (before.kind === 'open') before.framing.close(cause);
    this.#scope.disposeAll();
    this.#emitter.clear();
  }

  #startObserving(path: string, options: ObserveOptions, sink: Sink<DeviceResponse>): () => void {
    try {
      return this.#framing().observe(path, options)(sink);
    } catch (cause) {
      sink.fail(asError(cause));
      return () => undefined;
    }
  }

  /** Errors of the listener are logged. */
  #withSafeListener({ onFollowing }: ObserveOptions): Pick<ObserveOptions, 'onFollowing'> {
    if (onFollowing === undefined) return {};
    const report = (following: Following): void => {
      try {
        onFollowing(following);
      } catch (error) {
        this.#options.logger.error('coap.listener-failed', { event: 'following', error });
      }
    };
    return { onFollowing: report };
  }

  #framing(): Framing {
    const state = this.#state;
    if (state.kind === 'open') return state.framing;
    const words = 'request channel is not open';
    throw new RequestLostError(
      state.kind === 'closed' ? state.cause : new EdgeError('ERR_CHANNEL_CLOSED', words),
      false,
    );
  }

  async #open(ended: AbortSignal): Promise<void> {
    const { channel, isBinary } = this.#options;
    if (channel.readyState !== 'open') {
      await waitFor<void>({ owner: ended }, ({ resolve }) => listen(channel, 'open', () => resolve()));
    }
    this.#begin(isBinary() ? BinaryFraming : JsonFraming);
  }

  #begin(MadeFraming: MakesFraming): void {
    if (this.#state.kind !== 'opening') return;
    const { early } = this.#state;
    const { channel, clock, logger, requestTimeoutMs, maxMessageBytes } = this.#options;
    const framing = new MadeFraming({
      clock,
      logger,
      requestTimeoutMs,
      maxMessageBytes,
      send: (message) => sendTo(channel, message),
      onLost: () => this.#emitter.emit('lost'),
    });
    this.#state = { kind: 'open', framing };
    for (const data of early) framing.handleMessage(data);
  }

  #handleMessage(data: unknown): void {
    const state = this.#state;
    if (state.kind === 'open') state.framing.handleMessage(data);
    // The browser may deliver messages before it reports the channel as open (docs/platform.md).
    else if (state.kind === 'opening' && state.early.length < MAX_EARLY_MESSAGES) state.early.push(data);
    else this.#options.logger.warn('coap.ignored', { reason: 'message outside of an exchange' });
  }
}

function sendTo(channel: RTCDataChannel, message: string | Uint8Array<ArrayBuffer>): void {
  try {
    // Two calls: the browser's types have one overload per type and none for both.
    if (typeof message === 'string') channel.send(message);
    else channel.send(message);
  } catch (cause) {
    const words = 'request channel did not accept the message';
    throw new RequestLostError(new EdgeError('ERR_CHANNEL_CLOSED', words, { cause }), false);
  }
}
