/** @module The binary channel: settings first, signals, and answers matched by token (RFC 8323 sections 4 and 5). */
import type { CoapFrame, Csm, WaitLimits } from '@longwire/protocol';
import { EdgeError, utf8Decode, waitFor, withLimits } from '@longwire/protocol/base';
import {
  BASE_CSM,
  CoapCode,
  CoapOptionNumber,
  encodeAbort,
  encodeCoapFrame,
  encodeCsm,
  isCritical,
  isSignal,
  MAX_COAP_MESSAGE_BYTES,
  parseCoapFrame,
  parseCsm,
} from '@longwire/protocol/coap-binary';
import { RequestLostError } from '../../request/request-lost-error.ts';
import type { FramingOptions } from '../framing.ts';
import { RequestTable } from '../request-table.ts';
import { KeepAlive } from './keep-alive.ts';
import { formatToken, parseToken } from './token.ts';

/** The critical options allowed in an answer; an answer with any other must not be processed (RFC 7252 section 5.4.1). */
const KNOWN_CRITICAL: ReadonlySet<number> = new Set<number>([
  CoapOptionNumber.BLOCK1,
  CoapOptionNumber.BLOCK2,
]);

/** `releasing`: open requests are still answered, new ones are refused (RFC 8323 section 5.5). */
type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'releasing' }
  | { readonly kind: 'closed'; readonly cause: Error };

const NO_TOKEN = new Uint8Array(0);

/** A sent request. */
export interface Asked {
  /** Rejects like the request; may stay unhandled. */
  readonly answer: Promise<CoapFrame>;
  /** Stops waiting; safe to repeat. */
  forget(): void;
}

/** One side of the exchange: sends requests, observes, and answers the other side's signals. */
export class CoapLink {
  readonly #options: FramingOptions;
  readonly #table = new RequestTable<number, CoapFrame>();
  readonly #followers = new Map<number, (answer: CoapFrame) => void>();
  readonly #settled = Promise.withResolvers<Csm>();
  readonly #keepAlive: KeepAlive;
  #settings: Csm | undefined;
  #lastToken = 0;
  #state: State = { kind: 'open' };

  constructor(options: FramingOptions) {
    this.#options = options;
    this.#settled.promise.catch(() => undefined);
    this.#keepAlive = new KeepAlive({
      clock: options.clock,
      ping: () => this.#signal(CoapCode.PING, NO_TOKEN),
      onSilent: () => this.#lose('device stopped answering pings'),
    });
    options.send(encodeCsm({ maxMessageSize: MAX_COAP_MESSAGE_BYTES, isBlockWise: true }));
  }

  /** The other side's settings, or the defaults until it sends them. */
  get settings(): Csm {
    const { maxMessageSize, isBlockWise } = this.#settings ?? BASE_CSM;
    return { maxMessageSize: Math.min(maxMessageSize, this.#options.maxMessageBytes()), isBlockWise };
  }

  /** Resolves when the other side has sent its settings. */
  async settled(limits: WaitLimits): Promise<void> {
    await withLimits(limits, () => this.#settled.promise);
  }

  /** A token without an open request. The blocks of one transfer share theirs: devices tell transfers apart by token. */
  newToken(): Uint8Array {
    do this.#lastToken = (this.#lastToken + 1) >>> 0;
    while (this.#table.has(this.#lastToken) || this.#followers.has(this.#lastToken));
    return formatToken(this.#lastToken);
  }

  /** Sends one request and waits for its answer. */
  ask(request: CoapFrame, limits: WaitLimits): Promise<CoapFrame> {
    return waitFor<CoapFrame>(limits, (settle) => {
      this.#send(request);
      const forget = this.#table.open(parseToken(request.token), settle);
      return () => {
        forget();
        this.#checkReleased();
      };
    });
  }

  /** Sends one request; several with the same token are answered in order. */
  begin(request: CoapFrame): Asked {
    this.#send(request);
    const { promise: answer, resolve, reject } = Promise.withResolvers<CoapFrame>();
    answer.catch(() => undefined);
    const forget = this.#table.open(parseToken(request.token), { resolve, reject });
    return {
      answer,
      forget: () => {
        forget();
        this.#checkReleased();
      },
    };
  }

  /** Sends one request whose answers all go to `follower` until the returned function is called. */
  follow(request: CoapFrame, follower: (answer: CoapFrame) => void): () => void {
    const token = parseToken(request.token);
    this.#send(request);
    this.#followers.set(token, follower);
    return () => {
      this.#followers.delete(token);
    };
  }

  /** Sends a request without waiting for its answer; dropped if the channel is closed. */
  sendWithoutAnswer(request: CoapFrame): void {
    if (this.#state.kind !== 'open') return;
    this.#sendLast(encodeCoapFrame(request));
    const token = parseToken(request.token);
    // Not among the requests that a releasing device has to answer first.
    this.#followers.set(token, () => this.#followers.delete(token));
  }

  /** Pings the other side, unless a ping is pending. */
  probe(): void {
    if (this.#state.kind !== 'closed') this.#keepAlive.probe();
  }

  /** Handles one message of the channel, whatever its content. */
  handleMessage(data: unknown): void {
    if (this.#state.kind === 'closed') return;
    const parsed =
      data instanceof ArrayBuffer
        ? parseCoapFrame(new Uint8Array(data))
        : { ok: false as const, reason: 'message that is not binary' };
    if (!parsed.ok) {
      this.#abort(`cannot parse the CoAP message: ${parsed.reason}`);
      return;
    }
    this.#keepAlive.handleActivity();
    const frame = parsed.value;
    if (this.#settings === undefined && frame.code !== CoapCode.CSM)
      this.#abort('the first message is not a CSM');
    else if (isSignal(frame.code)) this.#handleSignal(frame);
    else if (frame.code >> 5 >= 2) this.#handleAnswer(frame);
    else this.#ignore(frame.code === 0 ? 'empty message' : 'request to a client');
  }

  /** Releases the exchange, which announces that no requests will follow, and rejects what is open. */
  close(cause: Error): void {
    if (this.#state.kind === 'closed') return;
    this.#signal(CoapCode.RELEASE, NO_TOKEN);
    this.#fail(cause);
  }

  #send(request: CoapFrame): void {
    if (this.#state.kind !== 'open') {
      const words = 'device accepts no more requests on this connection';
      const cause =
        this.#state.kind === 'closed' ? this.#state.cause : new EdgeError('ERR_CHANNEL_CLOSED', words);
      throw new RequestLostError(cause, false);
    }
    this.#options.send(encodeCoapFrame(request));
  }

  #handleAnswer(frame: CoapFrame): void {
    const token = parseToken(frame.token);
    const unknown = frame.options.find(({ number }) => isCritical(number) && !KNOWN_CRITICAL.has(number));
    if (unknown !== undefined) {
      this.#ignore('unknown critical option');
      // Fails the request now instead of at its time limit.
      const words = `answer has the unknown critical option ${unknown.number}`;
      this.#table.fail(token, new EdgeError('ERR_PAYLOAD_FORMAT', words));
      return;
    }
    const follower = this.#followers.get(token);
    if (follower !== undefined) follower(frame);
    else if (!this.#table.settle(token, frame)) this.#ignore('answer to no open request');
  }

  #handleSignal({ code, token, options, payload }: CoapFrame): void {
    if (code === CoapCode.CSM) {
      this.#handleCsm(options);
      return;
    }
    if (options.some(({ number }) => isCritical(number))) {
      this.#abort('signal with an unknown critical option');
    } else if (code === CoapCode.PING) this.#signal(CoapCode.PONG, token);
    else if (code === CoapCode.RELEASE) {
      if (this.#state.kind === 'open') this.#state = { kind: 'releasing' };
      this.#checkReleased();
    } else if (code === CoapCode.ABORT) {
      this.#lose(
        `device aborted the exchange: ${payload === undefined ? 'no reason given' : utf8Decode(payload)}`,
      );
    } else if (code !== CoapCode.PONG) this.#ignore('unknown signal');
  }

  #handleCsm(options: CoapFrame['options']): void {
    const parsed = parseCsm(options, this.#settings);
    if (!parsed.ok) {
      this.#abort('CSM with an option that is not understood', parsed.badOption);
      return;
    }
    this.#settings = parsed.value;
    this.#settled.resolve(parsed.value);
  }

  /** Closes once a releasing device has answered everything. */
  #checkReleased(): void {
    if (this.#state.kind === 'releasing' && this.#table.size === 0)
      this.#lose('device released the connection');
  }

  #signal(code: number, token: Uint8Array): void {
    this.#sendLast(encodeCoapFrame({ code, token, options: [] }));
  }

  #abort(words: string, badCsmOption?: number): void {
    this.#options.logger.warn('coap.aborted', { reason: words });
    this.#sendLast(encodeAbort(words, badCsmOption));
    this.#lose(words);
  }

  /** Sends without expecting an answer: if the channel no longer accepts messages, its close event follows shortly. */
  #sendLast(message: Uint8Array<ArrayBuffer>): void {
    try {
      this.#options.send(message);
    } catch (error) {
      this.#options.logger.debug('coap.unsent', { error });
    }
  }

  #lose(words: string): void {
    if (this.#state.kind === 'closed') return;
    this.#fail(new EdgeError('ERR_CHANNEL_CLOSED', words));
    this.#options.onLost();
  }

  #fail(cause: Error): void {
    this.#state = { kind: 'closed', cause };
    this.#keepAlive.close();
    this.#followers.clear();
    this.#settled.reject(new RequestLostError(cause, false));
    this.#table.failAll(cause);
  }

  #ignore(reason: string): void {
    this.#options.logger.warn('coap.ignored', { reason });
  }
}
