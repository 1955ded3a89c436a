/** @module The next link of a session, made as far as its offer while the one in use is in doubt. */
import type { Logger } from '@longwire/protocol';
import { abortable } from '../time/abort.ts';
import type { SessionLink } from './session-link.ts';

/** Whether the link in use recovers or ends decides whether it is needed; why it could not be made, the try after it tells. */
export class SpareLink {
  readonly #abort = new AbortController();
  readonly #made: Promise<SessionLink | undefined>;
  readonly #logger: Logger;

  constructor(make: (signal: AbortSignal) => Promise<SessionLink>, logger: Logger) {
    this.#logger = logger;
    this.#made = this.#prepare(make);
  }

  /** The link, for a try to go on with, however far it is; none where it could not be made. */
  async take(signal: AbortSignal): Promise<SessionLink | undefined> {
    const giveUp = (): void => this.drop();
    signal.addEventListener('abort', giveUp);
    try {
      return await abortable(signal, this.#made);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** It is not needed: gives it up, as far as it is made. */
  drop(): void {
    this.#abort.abort();
    void this.#made.then((link) => link?.close());
  }

  async #prepare(make: (signal: AbortSignal) => Promise<SessionLink>): Promise<SessionLink | undefined> {
    const note = (error: unknown): void => this.#logger.info('session.spare', { error });
    try {
      const link = await make(this.#abort.signal);
      link.connection.prepare().catch(note);
      return link;
    } catch (error) {
      note(error);
      return undefined;
    }
  }
}
