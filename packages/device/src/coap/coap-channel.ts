/** @module The logic of the `coap` channel: a message in, at most one answer out, whatever the message is. */
import {
  encodeErrorResponse,
  encodeResponse,
  parseRequest,
  silentLogger,
  utf8Decode,
  type CoapRequest,
  type Logger,
} from '@longwire/protocol';
import { whenThere, type Eventual } from './at-once.ts';
import { textResponse, type CoapResponse } from './coap-response.ts';
import { OpenRequests, type OpenRequest } from './open-requests.ts';
import type { RequestContext, RequestHandler } from './router.ts';
import { unlessRefused } from './still-admitted.ts';
import { WaitingShare } from './waiting-share.ts';

/** What a {@link CoapChannel} needs. */
export interface CoapChannelOptions {
  readonly router: RequestHandler;
  readonly context: RequestContext;
  readonly logger?: Logger;
  /** Most requests that are open at once on this channel; more wait. */
  readonly maxOpenRequests?: number;
  /** The limits on waiting requests that the channels of the session share; limits of its own unless given. */
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
  /** How often rights may have changed. */
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

  /** The text to answer a message with, at once where there is one, or undefined for one that cannot be answered. Never throws nor rejects. */
  handleMessage(message: string | Uint8Array): Eventual<string | undefined> {
    return this.#unlessFailed(() =>
      this.#answer(typeof message === 'string' ? message : utf8Decode(message)),
    );
  }

  /** Rights may have changed: what is being asked for counts only under those of now. */
  recheck(): void {
    this.#rechecks += 1;
  }

  /** The channel has ended: what waits for its turn is not run any more. */
  handleClosed(): void {
    this.#open.close();
  }

  #answer(text: string): Eventual<string | undefined> {
    const parsed = parseRequest(text);
    if (parsed.ok) {
      const { value } = parsed;
      return whenThere(this.#open.enter({ bytes: text.length }), (place) => this.#handle(value, place));
    }
    if (parsed.ignore) {
      this.#logger.debug('coap.ignored', { reason: parsed.reason });
      return undefined;
    }
    return this.#bounded(parsed.requestId, encodeErrorResponse(parsed));
  }

  #handle(request: CoapRequest, place: OpenRequest | undefined): Eventual<string | undefined> {
    const { requestId } = request;
    if (place === undefined) return this.#encode(requestId, textResponse(503, 'Too many open requests'));
    const { handleOverrun, handleAnswered } = place;
    const askedAt = this.#rechecks;
    const source = { router: this.#router, context: this.#context };
    return whenThere(this.#router.handle(request, { ...this.#context, handleOverrun }), (response) => {
      handleAnswered();
      return this.#unlessFailed(() =>
        this.#encode(
          requestId,
          askedAt === this.#rechecks ? response : unlessRefused(response, source, request),
        ),
      );
    });
  }

  /** What a handler answers may be nothing that JSON has words for, such as a content format that is a bigint. */
  #encode(requestId: string, response: CoapResponse): string | undefined {
    try {
      return this.#bounded(requestId, encodeResponse({ requestId, ...response }));
    } catch (error) {
      this.#logger.error('coap.answer-failed', { error });
      return this.#bounded(requestId, encodeResponse({ requestId, ...textResponse(500, 'Internal error') }));
    }
  }

  /** An answer too large to send becomes a 500, and where even that is too large there is none. */
  #bounded(requestId: string, text: string): string | undefined {
    if (this.#fits(text)) return text;
    const refusal = encodeResponse({ requestId, ...textResponse(500, 'Response too large') });
    return this.#fits(refusal) ? refusal : undefined;
  }

  #fits(text: string): boolean {
    // A character has three bytes at most: short texts need not be measured.
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
