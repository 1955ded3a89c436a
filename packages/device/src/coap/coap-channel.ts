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
import type { RequestContext, RequestHandler } from './router.ts';

/** What a {@link CoapChannel} needs. */
export interface CoapChannelOptions {
  readonly router: RequestHandler;
  readonly context: RequestContext;
  readonly logger?: Logger;
  /** Most requests that are open at once on this channel. */
  readonly maxOpenRequests?: number;
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
  readonly #maxOpenRequests: number;
  readonly #maxMessageBytes: number;
  #openRequests = 0;

  constructor({ router, context, logger, maxOpenRequests, maxMessageBytes }: CoapChannelOptions) {
    this.#router = router;
    this.#context = context;
    this.#logger = logger ?? silentLogger;
    this.#maxOpenRequests = maxOpenRequests ?? DEFAULT_MAX_OPEN_REQUESTS;
    this.#maxMessageBytes = maxMessageBytes ?? DEFAULT_MAX_MESSAGE_BYTES;
  }

  /** The text to answer a message with, at once where there is one, or undefined for one that cannot be answered. Never throws nor rejects. */
  handleMessage(message: string | Uint8Array): Eventual<string | undefined> {
    return this.#unlessFailed(() =>
      this.#answer(typeof message === 'string' ? message : utf8Decode(message)),
    );
  }

  #answer(text: string): Eventual<string | undefined> {
    const parsed = parseRequest(text);
    if (parsed.ok) return this.#handle(parsed.value);
    if (parsed.ignore) {
      this.#logger.debug('coap.ignored', { reason: parsed.reason });
      return undefined;
    }
    return this.#bounded(parsed.requestId, encodeErrorResponse(parsed));
  }

  #handle(request: CoapRequest): Eventual<string | undefined> {
    const { requestId } = request;
    if (this.#openRequests >= this.#maxOpenRequests)
      return this.#encode(requestId, textResponse(503, 'Too many open requests'));
    this.#openRequests += 1;
    return whenThere(this.#router.handle(request, this.#context), (response) => {
      this.#openRequests -= 1;
      return this.#unlessFailed(() => this.#encode(requestId, response));
    });
  }

  #encode(requestId: string, response: CoapResponse): string | undefined {
    return this.#bounded(requestId, encodeResponse({ requestId, ...response }));
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
