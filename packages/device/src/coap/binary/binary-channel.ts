/** @module The `coap` channel where `coap-ws/1` is taken: RFC 8323 messages, each side's settings first. */
import {
  assertNever,
  BASE_CSM,
  CoapCode,
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
import type { RequestContext, RequestHandler } from '../router.ts';
import { RequestServer } from './request-server.ts';
import type { SessionShares } from './session-shares.ts';

/** What messages are sent on; a `SafeChannel` is one. */
export interface BinaryOutput {
  readonly maxMessageBytes: number;
  readonly bufferedBytes: number;
  send(message: Uint8Array): void;
  close(): void;
}

/** What a {@link BinaryChannel} needs. */
export interface BinaryChannelOptions {
  readonly router: RequestHandler;
  readonly context: RequestContext;
  readonly output: BinaryOutput;
  readonly shares: SessionShares;
  readonly logger: Logger;
  /** Most requests that are open at once on this channel; more wait. */
  readonly maxOpenRequests?: number;
}

type ChannelState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly csm: Csm }
  /** The client sends nothing more; it gets the answers to what it has sent. */
  | { readonly kind: 'released'; readonly csm: Csm }
  | { readonly kind: 'closed' };

/** Reason: as with JSON. */
export const DEFAULT_MAX_OPEN_REQUESTS = 64;

/** The smallest message that a client must take, in bytes: options, and a block of 64. */
const MIN_PEER_MESSAGE_BYTES = 128;

/** Notifications wait while more than this waits to be sent, in bytes. Reason: what keeps the line busy (docs/platform.md). */
const FULL_OUTPUT_BYTES = 256 * 1024;

const CUSTODY_OPTION = 2;

/** One request channel in binary messages; whatever the client sends, nothing throws. */
export class BinaryChannel {
  readonly #output: BinaryOutput;
  readonly #logger: Logger;
  readonly #server: RequestServer;
  #state: ChannelState = { kind: 'opening' };

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
    if (this.#state.kind === 'opening' && frame.code !== CoapCode.CSM)
      return this.#abort('a CSM is expected first');
    if (isSignal(frame.code)) return this.#handleSignal(frame);
    // Class 0 is requests, but for the empty message, which means nothing; answers were not asked for.
    if (frame.code > 0 && frame.code < 32) this.#server.handle(frame);
    else if (frame.code !== 0) this.#logger.debug('coap.ignored', { reason: 'not a request' });
    return undefined;
  }

  /** A text message does not belong on this channel. */
  handleText(): void {
    if (this.#state.kind !== 'closed') this.#abort('text on a binary channel');
  }

  /** What waited to be sent has gone. */
  handleDrained(): void {
    this.#server.handleDrained();
  }

  /** Rights may have changed. */
  recheck(): void {
    this.#server.recheck();
  }

  /** The channel has ended. */
  handleClosed(): void {
    this.#state = { kind: 'closed' };
    this.#server.close();
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
    if (critical !== undefined) return this.#abort(`option ${critical.number} of a signal is not known`);
    switch (code) {
      case CoapCode.PING:
        // Whoever wants to know that earlier requests are being handled is told so: they are.
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
    if (!parsed.ok) return this.#abort(`option ${parsed.badOption} of a CSM is not known`, parsed.badOption);
    const csm = parsed.value;
    if (csm.maxMessageSize < MIN_PEER_MESSAGE_BYTES)
      return this.#abort(`messages expected to have up to ${MIN_PEER_MESSAGE_BYTES} bytes at least`);
    switch (state.kind) {
      case 'opening':
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

  /** The client broke the rules: it is told how, and the channel ends. */
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
      // The client left before it was answered.
      this.#logger.debug('coap.answer-dropped', { reason: reasonOf(error) });
    }
  }
}
