/** @module The logic of the `coap` channel in JSON: at most one answer to each message. */
import {
  encodeErrorResponse,
  encodeResponse,
  parseRequest,
  silentLogger,
  utf8Decode,
  type CoapRequest,
  type Logger,
} from '@longwire/protocol';
import { whenResolved, type MaybePromise } from './maybe-sync.ts';
import { textResponse, type CoapResponse } from './coap-response.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import type { RequestContext, RequestHandler } from './router.ts';
import { unlessRefused } from './still-admitted.ts';
import { WaitingShare } from './waiting-share.ts';

/** Options of {@link CoapChannel}. */
export interface CoapChannelOptions {
  readonly router: RequestHandler;
  readonly context: RequestContext;
  readonly logger?: Logger;
  /** Most open requests on this channel; more wait. */
  readonly maxOpenRequests?: number;
  /** The limits on waiting requests that all channels of a session share; by default the channel has its own. */
  readonly waiting?: WaitingShare;
  /** Largest answer that is sent, in bytes. */
  readonly maxMessageBytes?: number;
}

/** Reason: more than a console opens, and few enough that their payloads fit in memory. */
const DEFAULT_MAX_OPEN_REQUESTS = 64;

/** Reason: the largest data channel message between today's implementations; a larger one ends the process. */
const DEFAULT_MAX_MESSAGE_BYTES = 256 * 1024;

/** Answers the requests of one channel in the JSON framing (PROTOCOL.md section 5). */
export class CoapChannel {
  readonly #router: RequestHandler;
  readonly #context: RequestContext;
  readonly #logger: Logger;
  readonly #maxMessageBytes: number;
  readonly #open: OpenRequests;
  /** Counts rechecks of rights. */
  #rechecks = 0;

  constructor(options: CoapChannelOptions) {
    const { router, context, logger, maxOpenRequests, waiting, maxMessageBytes } = options;
    this.#router = router;
    this.#context = context;
    this.#logger = logger ?? silentLogger;
    this.#open = new OpenRequests(
      maxOpenRequests ?? DEFAULT_MAX_OPEN_REQUESTS,
      waiting ?? new WaitingShare(),
    );
    this.#maxMessageBytes = maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
  }

  /** Returns the answer to a message, synchronously where possible, or undefined if it has none. Never throws nor rejects. */
  handleMessage(message: string | Uint8Array): MaybePromise<string | undefined> {
    return this.#unlessFailed(() =>
      this.#answer(typeof message === 'string' ? message : utf8Decode(message)),
    );
  }

  /** Rights may have changed: open requests are checked against the current ones when they are answered. */
  recheck(): void {
    this.#rechecks += 1;
  }

  /** The channel has ended: waiting requests do not run. */
  handleClosed(): void {
    this.#open.close();
  }

  #answer(text: string): MaybePromise<string | undefined> {
    const parsed = parseRequest(text);
    if (parsed.ok) {
      const { value } = parsed;
      return whenResolved(this.#open.enter({ bytes: text.length }), (place) => this.#handle(value, place));
    }
    if (parsed.ignore) {
      this.#logger.debug('coap.ignored', { reason: parsed.reason });
      return undefined;
    }
    return this.#bounded(parsed.requestId, encodeErrorResponse(parsed));
  }

  #handle(request: CoapRequest, place: OpenRequest | undefined): MaybePromise<string | undefined> {
    const { requestId } = request;
    if (place === undefined) return this.#encode(requestId, textResponse(503, 'Too many open requests'));
    const { handleOverrun, handleAnswered } = place;
    const askedAt = this.#rechecks;
    const source = { router: this.#router, context: this.#context };
    return whenResolved(this.#router.handle(request, { ...this.#context, handleOverrun }), (response) => {
      handleAnswered();
      return this.#unlessFailed(() =>
        this.#encode(
          requestId,
          askedAt === this.#rechecks ? response : unlessRefused(response, source, request),
        ),
      );
    });
  }

  /** Encodes an answer; it may contain a value that JSON cannot represent, such as a bigint as content format. */
  #encode(requestId: string, response: CoapResponse): string | undefined {
    try {
      return this.#bounded(requestId, encodeResponse({ requestId, ...response }));
    } catch (error) {
      this.#logger.error('coap.answer-failed', { error });
      return this.#bounded(requestId, encodeResponse({ requestId, ...textResponse(500, 'Internal error') }));
    }
  }

  /** Replaces an answer that is too large to send by a 500; returns undefined if even that is too large. */
  #bounded(requestId: string, text: string): string | undefined {
    if (this.#fits(text)) return text;
    const refusal = encodeResponse({ requestId, ...textResponse(500, 'Response too large') });
    return this.#fits(refusal) ? refusal : undefined;
  }

  #fits(text: string): boolean {
    // A character has at most three bytes: short texts need not be measured.
    if (text.length * 3 <= this.#maxMessageBytes) return true;
    return text.length <= this.#maxMessageBytes && Buffer.byteLength(text) <= this.#maxMessageBytes;
  }

  #unlessFailed<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.#logger.error('coap.channel-failed', { error });
      return undefined;
    }
  }
}
