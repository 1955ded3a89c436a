/** @module Names the tokens of sessions without signaling to the service, which answers with those that were revoked. */
import { REVOCATION_FEATURE, selectFeatures, type AttachmentMessage } from '@longwire/protocol';
import { Throttle } from '../session/throttle.ts';
import { systemClock } from '../time/system-clock.ts';

/** The message that names them. */
export type SessionTokensMessage = Extract<AttachmentMessage, { type: 'session-tokens' }>;

/** Least time between two messages, in milliseconds. Reason: far below the rate at which a service closes the attachment. */
const INTERVAL_MS = 100;

/** What {@link SessionTokens} needs. */
export interface SessionTokensOptions {
  /** The tokens of the sessions that have no signaling now. */
  readonly tokenIds: () => readonly string[];
  readonly send: (message: SessionTokensMessage) => void;
}

/** Sends the set after attaching, and when a token joins it. One that has left it may stay with the service: that ends nothing. */
export class SessionTokens {
  readonly #options: SessionTokensOptions;
  readonly #throttle: Throttle;
  /** What the service knows; undefined while detached, or if it does not ask. */
  #named: ReadonlySet<string> | undefined;

  constructor(options: SessionTokensOptions) {
    this.#options = options;
    this.#throttle = new Throttle({ clock: systemClock, intervalMs: INTERVAL_MS, task: () => this.#name() });
  }

  /** Attached to a service with these features. */
  handleAttached(features: readonly string[] | undefined): void {
    const isTaker = selectFeatures(features, [REVOCATION_FEATURE]).length > 0;
    this.#named = isTaker ? new Set() : undefined;
    this.#throttle.run();
  }

  /** The attachment is gone. */
  handleDetached(): void {
    this.#named = undefined;
    this.#throttle.cancel();
  }

  /** A session may have lost its signaling. */
  handleChange(): void {
    this.#throttle.run();
  }

  #name(): void {
    const named = this.#named;
    const tokenIds = [...new Set(this.#options.tokenIds())];
    if (named === undefined || tokenIds.every((tokenId) => named.has(tokenId))) return;
    this.#named = new Set(tokenIds);
    this.#options.send({ type: 'session-tokens', tokenIds });
  }
}
