/** @module The request channels of one session, in both framings. */
import type { Logger } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { reasonOf } from '../log/reason-of.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import { whenResolved } from './maybe-sync.ts';
import { BinaryChannel } from './binary/binary-channel.ts';
import { SessionShares } from './binary/session-shares.ts';
import { CoapChannel } from './coap-channel.ts';
import type { RequestHandler } from './router.ts';

/** Options of {@link SessionRequests}. */
export interface SessionRequestsOptions {
  readonly router: RequestHandler;
  readonly logger: Logger;
}

/** A channel that was opened for requests. */
export interface OpenedRequestChannel {
  readonly channel: SafeChannel;
  readonly identity: SessionIdentity;
  /** Whether the channel uses `coap-ws/1`. */
  readonly isBinary: boolean;
}

/** The requests of one session. */
export class SessionRequests {
  readonly #options: SessionRequestsOptions;
  readonly #shares = new SessionShares();
  readonly #binary = new Set<BinaryChannel>();
  readonly #json = new Set<CoapChannel>();

  constructor(options: SessionRequestsOptions) {
    this.#options = options;
  }

  /** Serves a channel. */
  serve({ isBinary, ...opened }: OpenedRequestChannel): void {
    if (isBinary) this.#serveBinary(opened);
    else this.#serveJson(opened);
  }

  /** Rights may have changed: observations, stored answers and open requests are checked again. */
  recheck(): void {
    for (const channel of [...this.#binary, ...this.#json]) channel.recheck();
  }

  /** The session is over. */
  close(): void {
    for (const channel of this.#binary) channel.handleClosed();
    for (const channel of this.#json) channel.handleClosed();
    this.#binary.clear();
    this.#json.clear();
  }

  #serveBinary({ channel, identity: session }: Omit<OpenedRequestChannel, 'isBinary'>): void {
    const { router, logger } = this.#options;
    const binary = new BinaryChannel({
      router,
      context: { session },
      output: channel,
      shares: this.#shares,
      logger,
    });
    this.#binary.add(binary);
    channel.on('text', () => binary.handleText());
    channel.on('bytes', (message) => binary.handleMessage(message));
    channel.on('drained', () => binary.handleDrained());
    channel.on('closed', () => {
      binary.handleClosed();
      this.#binary.delete(binary);
    });
  }

  #serveJson({ channel, identity: session }: Omit<OpenedRequestChannel, 'isBinary'>): void {
    const { router, logger } = this.#options;
    const requests = new CoapChannel({
      router,
      context: { session },
      logger,
      maxMessageBytes: channel.maxMessageBytes,
      waiting: this.#shares.waiting,
    });
    this.#json.add(requests);
    const send = (text: string | undefined): void => {
      try {
        if (text !== undefined) channel.send(text);
      } catch (error) {
        // The client left before its answer was ready.
        logger.debug('session.answer-dropped', { reason: reasonOf(error) });
      }
    };
    const answer = (message: string | Uint8Array): void => {
      void whenResolved(requests.handleMessage(message), send);
    };
    channel.on('text', answer);
    channel.on('bytes', answer);
    channel.on('closed', () => {
      requests.handleClosed();
      this.#json.delete(requests);
    });
  }
}
