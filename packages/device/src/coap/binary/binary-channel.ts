/** @module The `coap` channel with `coap-ws/1`: RFC 8323 messages, each side's settings first. */
import {
  after,
  assertNever,
  BASE_CSM,
  CoapCode,
  Disposables,
  encodeAbort,
  encodeCoapFrame,
  encodeCsm,
  isCritical,
  isSignal,
  MAX_COAP_MESSAGE_BYTES,
  parseCoapFrame,
  parseCsm,
  utf8Decode,
  type CoapFrame,
  type Csm,
  type Logger,
} from '@longwire/protocol';
import { reasonOf } from '../../log/reason-of.ts';
import { systemClock } from '../../time/system-clock.ts';
import type { RequestContext, RequestHandler } from '../router.ts';
import { RequestServer } from './request-server.ts';
import type { SessionShares } from './session-shares.ts';

/** The transport of messages; a `SafeChannel` is one. */
export interface BinaryOutput {
  readonly maxMessageBytes: number;
  readonly bufferedBytes: number;
  send(message: Uint8Array): void;
  close(): void;
}

/** Options of {@link BinaryChannel}. */
export interface BinaryChannelOptions {
  readonly router: RequestHandler;
  readonly context: RequestContext;
  readonly output: BinaryOutput;
  readonly shares: SessionShares;
  readonly logger: Logger;
  /** Most open requests on this channel; more wait. */
  readonly maxOpenRequests?: number;
}

type ChannelState =
  /** The client's settings have not come; what came before them waits. */
  | { readonly kind: 'opening'; readonly early: CoapFrame[]; readonly until: Disposables }
  | { readonly kind: 'open'; readonly csm: Csm }
  /** The client has sent Release; open requests are still answered. */
  | { readonly kind: 'released'; readonly csm: Csm }
  | { readonly kind: 'closed' };

/**
 * Most messages that wait for the client's settings, and how long, in milliseconds. Reason: a client sends its first requests together with
 * its settings, and two threads of the library may swap the first messages of a channel (docs/platform.md, channels).
 */
export const MAX_EARLY_MESSAGES = 8;
export const MAX_EARLY_MS = 1_000;

/** Reason: as with JSON. */
export const DEFAULT_MAX_OPEN_REQUESTS = 64;

/** The smallest message size that a client must accept, in bytes: options, and a block of 64. */
const MIN_PEER_MESSAGE_BYTES = 128;

/** Notifications wait while more than this is buffered, in bytes. Reason: enough to keep the line busy (docs/platform.md). */
const FULL_OUTPUT_BYTES = 256 * 1024;

const CUSTODY_OPTION = 2;

/** One request channel in binary messages; no message of a client makes it throw. */
export class BinaryChannel {
  readonly #output: BinaryOutput;
  readonly #logger: Logger;
  readonly #server: RequestServer;
  #state: ChannelState = { kind: 'opening', early: [], until: new Disposables() };

  constructor({ router, context, output, shares, logger, maxOpenRequests }: BinaryChannelOptions) {
    this.#output = output;
    this.#logger = logger;
    this.#server = new RequestServer({
      router,
      context,
      shares,
      logger,
      peer: () => this.#peer(),
      send: (message) => this.#send(message),
      isOutputFull: () => output.bufferedBytes > FULL_OUTPUT_BYTES,
      handleIdle: () => this.#handleIdle(),
      maxOpenRequests: maxOpenRequests ?? DEFAULT_MAX_OPEN_REQUESTS,
    });
    this.#send(encodeCsm({ maxMessageSize: MAX_COAP_MESSAGE_BYTES, isBlockWise: true }));
  }

  /** Takes one binary message. */
  handleMessage(message: Uint8Array): void {
    if (this.#state.kind === 'closed') return;
    if (message.length > MAX_COAP_MESSAGE_BYTES) return this.#abort('message too large');
    const parsed = parseCoapFrame(message);
    if (!parsed.ok) return this.#abort(parsed.reason);
    const frame = parsed.value;
    if (this.#state.kind === 'opening' && frame.code !== CoapCode.CSM) this.#keepEarly(this.#state, frame);
    else this.#handleFrame(frame);
  }

  /** A text message is a protocol error on this channel. */
  handleText(): void {
    if (this.#state.kind !== 'closed') this.#abort('text on a binary channel');
  }

  /** The send buffer has drained. */
  handleDrained(): void {
    this.#server.handleDrained();
  }

  /** Rights may have changed. */
  recheck(): void {
    this.#server.recheck();
  }

  /** The channel has ended. */
  handleClosed(): void {
    if (this.#state.kind === 'opening') this.#state.until.dispose();
    this.#state = { kind: 'closed' };
    this.#server.close();
  }

  #keepEarly({ early, until }: Extract<ChannelState, { kind: 'opening' }>, frame: CoapFrame): void {
    const giveUp = (): void => this.#abort('the first message must be a CSM');
    if (early.length === MAX_EARLY_MESSAGES) return giveUp();
    if (early.length === 0) until.use(after(systemClock, MAX_EARLY_MS, giveUp));
    early.push(frame);
  }

  #handleFrame(frame: CoapFrame): void {
    if (this.#state.kind === 'closed') return undefined;
    if (isSignal(frame.code)) return this.#handleSignal(frame);
    // Class 0 holds requests and the empty message, which is ignored; responses are unsolicited.
    if (frame.code > 0 && frame.code < 32) this.#server.handle(frame);
    else if (frame.code !== 0) this.#logger.debug('coap.ignored', { reason: 'not a request' });
    return undefined;
  }

  #peer(): Csm {
    const { maxMessageSize, isBlockWise } = 'csm' in this.#state ? this.#state.csm : BASE_CSM;
    const limit = Math.min(maxMessageSize, MAX_COAP_MESSAGE_BYTES, this.#output.maxMessageBytes);
    return { maxMessageSize: limit, isBlockWise };
  }

  #handleSignal(frame: CoapFrame): void {
    const { code, token, options, payload } = frame;
    if (code === CoapCode.CSM) return this.#handleCsm(frame);
    const critical = options.find(({ number }) => isCritical(number));
    if (critical !== undefined) return this.#abort(`option ${critical.number} of a signal is unknown`);
    switch (code) {
      case CoapCode.PING:
        // Custody means that earlier requests are being handled, which is always the case.
        return this.#send(
          encodeCoapFrame({
            code: CoapCode.PONG,
            token,
            options: options.filter(({ number }) => number === CUSTODY_OPTION).slice(0, 1),
          }),
        );
      case CoapCode.RELEASE:
        return this.#release();
      case CoapCode.ABORT:
        this.#logger.info('coap.aborted', {
          reason: utf8Decode(payload?.subarray(0, 200) ?? new Uint8Array(0)),
        });
        return this.#end();
      default:
        return this.#logger.debug('coap.ignored', { reason: 'unknown signal' });
    }
  }

  #handleCsm({ options }: CoapFrame): void {
    const state = this.#state;
    if (state.kind === 'closed') return undefined;
    const parsed = parseCsm(options, 'csm' in state ? state.csm : BASE_CSM);
    if (!parsed.ok) return this.#abort(`option ${parsed.badOption} of a CSM is unknown`, parsed.badOption);
    const csm = parsed.value;
    if (csm.maxMessageSize < MIN_PEER_MESSAGE_BYTES)
      return this.#abort(`messages of ${MIN_PEER_MESSAGE_BYTES} bytes must be accepted`);
    switch (state.kind) {
      case 'opening':
        state.until.dispose();
        this.#state = { kind: 'open', csm };
        for (const frame of state.early) this.#handleFrame(frame);
        return undefined;
      case 'open':
        this.#state = { kind: 'open', csm };
        return undefined;
      case 'released':
        this.#state = { kind: 'released', csm };
        return undefined;
      default:
        return assertNever(state);
    }
  }

  #release(): void {
    if (this.#state.kind === 'open') this.#state = { kind: 'released', csm: this.#state.csm };
    this.#server.release();
    if (this.#server.isIdle) this.#end();
  }

  #handleIdle(): void {
    if (this.#state.kind === 'released') this.#end();
  }

  /** The client broke the protocol: sends the reason and closes the channel. */
  #abort(diagnostic: string, badCsmOption?: number): void {
    this.#logger.debug('coap.abort', { reason: diagnostic });
    this.#send(encodeAbort(diagnostic, badCsmOption));
    this.#end();
  }

  #end(): void {
    this.handleClosed();
    this.#output.close();
  }

  #send(message: Uint8Array): void {
    if (this.#state.kind === 'closed') return;
    try {
      this.#output.send(message);
    } catch (error) {
      // The client left before its answer was ready.
      this.#logger.debug('coap.answer-dropped', { reason: reasonOf(error) });
    }
  }
}
