/** @module The channel in binary: settings first, signals, and answers matched by their tokens (RFC 8323 sections 4 and 5). */
import type { CoapFrame, Csm } from '@longwire/protocol';
import { EdgeError, utf8Decode } from '@longwire/protocol/base';
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
import { limited, type Limits } from '../limited.ts';
import { RequestTable } from '../request-table.ts';
import { KeepAlive } from './keep-alive.ts';
import { formatToken, parseToken } from './token.ts';

/** The critical options that an answer may have; one with any other must not be acted on (RFC 7252 section 5.4.1). */
const KNOWN_CRITICAL: ReadonlySet<number> = new Set<number>([
  CoapOptionNumber.BLOCK1,
  CoapOptionNumber.BLOCK2,
]);

/** `releasing`: what is open is answered still, and nothing new is asked (RFC 8323 section 5.5). */
type State =
  | { readonly kind: 'open' }
  | { readonly kind: 'releasing' }
  | { readonly kind: 'closed'; readonly cause: Error };

const NO_TOKEN = new Uint8Array(0);

/** A request that was sent. */
export interface Asked {
  /** Rejects like the request; nobody has to wait for it. */
  readonly answer: Promise<CoapFrame>;
  /** Waits no more; safe to repeat. */
  forget(): void;
}

/** One side of the exchange: asks, follows, and answers the signals of the other. */
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
      onSilent: () => this.#lose('device expected to answer a Ping, got nothing'),
    });
    options.send(encodeCsm({ maxMessageSize: MAX_COAP_MESSAGE_BYTES, isBlockWise: true }));
  }

  /** What the other side takes, as far as it has said. */
  get settings(): Csm {
    const { maxMessageSize, isBlockWise } = this.#settings ?? BASE_CSM;
    return { maxMessageSize: Math.min(maxMessageSize, this.#options.maxMessageBytes()), isBlockWise };
  }

  /** Resolves when the other side has said what it takes. */
  async settled(limits: Limits): Promise<void> {
    await limited<Csm>(limits, ({ resolve, reject }) => {
      this.#settled.promise.then(resolve, reject);
      return () => undefined;
    });
  }

  /** A token that no open request has; the blocks of one transfer share theirs, by which a device tells transfers apart. */
  newToken(): Uint8Array {
    do this.#lastToken = (this.#lastToken + 1) >>> 0;
    while (this.#table.has(this.#lastToken) || this.#followers.has(this.#lastToken));
    return formatToken(this.#lastToken);
  }

  /** Sends one request, and waits for its one answer. */
  ask(request: CoapFrame, limits: Limits): Promise<CoapFrame> {
    return limited<CoapFrame>(limits, (settle) => {
      this.#send(request);
      const forget = this.#table.open(parseToken(request.token), settle);
      return () => {
        forget();
        this.#checkReleased();
      };
    });
  }

  /** Sends one request; several with one token are answered in their order. */
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

  /** Sends one request whose answers all go to `follower`, until the answer is called. */
  follow(request: CoapFrame, follower: (answer: CoapFrame) => void): () => void {
    const token = parseToken(request.token);
    this.#send(request);
    this.#followers.set(token, follower);
    return () => {
      this.#followers.delete(token);
    };
  }

  /** Sends a request whose answer nobody waits for, if the channel takes it. */
  tell(request: CoapFrame): void {
    if (this.#state.kind !== 'open') return;
    this.#sendLast(encodeCoapFrame(request));
    this.#table.open(parseToken(request.token), { resolve: () => undefined, reject: () => undefined });
  }

  /** Has the other side say something, unless it was asked already. */
  probe(): void {
    if (this.#state.kind !== 'closed') this.#keepAlive.probe();
  }

  /** Takes one message of the channel, whatever it is. */
  handleMessage(data: unknown): void {
    if (this.#state.kind === 'closed') return;
    const parsed =
      data instanceof ArrayBuffer
        ? parseCoapFrame(new Uint8Array(data))
        : { ok: false as const, reason: 'message that is not binary' };
    if (!parsed.ok) {
      this.#abort(`CoAP message expected, got a ${parsed.reason}`);
      return;
    }
    this.#keepAlive.heard();
    const frame = parsed.value;
    if (this.#settings === undefined && frame.code !== CoapCode.CSM) this.#abort('CSM expected first');
    else if (isSignal(frame.code)) this.#handleSignal(frame);
    else if (frame.code >> 5 >= 2) this.#handleAnswer(frame);
    else this.#ignore(frame.code === 0 ? 'empty message' : 'request to a client');
  }

  /** Tells the other side that nothing more will be asked, and rejects what is open. */
  close(cause: Error): void {
    if (this.#state.kind === 'closed') return;
    this.#signal(CoapCode.RELEASE, NO_TOKEN);
    this.#fail(cause);
  }

  #send(request: CoapFrame): void {
    if (this.#state.kind !== 'open') {
      const words = 'device takes no more requests on this connection';
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
      // The request need not wait for its time limit.
      const words = `answer expected no critical option ${unknown.number}`;
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
      this.#abort('signal expected no unknown critical option');
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

  /** A device that released the connection and has answered everything is done with it. */
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

  /** What asks for no answer: where the channel takes nothing any more, its own end is told soon. */
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
