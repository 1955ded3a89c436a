/** @module Prepares the next link of a session, up to its offer, while the link in use is in doubt. */
import type { Logger } from '@longwire/protocol';
import { onAbort, withLimits } from '@longwire/protocol/base';
import type { SessionLink } from './session-link.ts';

/** A link prepared in advance. Failures are only logged: the attempt that follows reports them. */
export class SpareLink {
  readonly #abort = new AbortController();
  readonly #made: Promise<SessionLink | undefined>;
  readonly #logger: Logger;

  constructor(make: (signal: AbortSignal) => Promise<SessionLink>, logger: Logger) {
    this.#logger = logger;
    this.#made = this.#prepare(make);
  }

  /** The link for an attempt to continue with, however far it is prepared; undefined if it could not be created. */
  async take(signal: AbortSignal): Promise<SessionLink | undefined> {
    const stopListening = onAbort(signal, () => this.drop());
    try {
      return await withLimits({ owner: signal }, () => this.#made);
    } finally {
      stopListening();
    }
  }

  /** Discards the link. */
  drop(): void {
    this.#abort.abort();
    void this.#made.then((link) => link?.close());
  }

  async #prepare(make: (signal: AbortSignal) => Promise<SessionLink>): Promise<SessionLink | undefined> {
    const logFailure = (error: unknown): void => this.#logger.info('session.spare-failed', { error });
    try {
      const link = await make(this.#abort.signal);
      link.connection.prepare().catch(logFailure);
      return link;
    } catch (error) {
      logFailure(error);
      return undefined;
    }
  }
}
