/** @module Extends operator sessions while they are used. */
import type { OperatorSessions } from '../ports/operators.ts';

/** Duration of a session, in milliseconds. */
export interface SessionLifetime {
  /** Since the last request. */
  readonly idleMs: number;
  /** Since the login. */
  readonly absoluteMs: number;
}

/** Reason: a working day; a break longer than a meal ends the session. */
export const DEFAULT_SESSION_LIFETIME: SessionLifetime = {
  idleMs: 2 * 3_600_000,
  absoluteMs: 12 * 3_600_000,
};

/**
 * Part of the idle time after which a session is extended again. Reason: not every request should cause a
 * write.
 */
const EXTEND_PART = 1 / 16;

/** Sessions whose last write is cached. Reason: a few hundred people with an open console. */
const MAX_CACHED = 1_000;

/** Tracks sessions by value, in this process only: other nodes write independently. */
export class OperatorSessionExtender {
  readonly #sessions: Pick<OperatorSessions, 'extend'>;
  readonly #lifetime: SessionLifetime;
  readonly #now: () => number;
  readonly #extendedAt = new Map<string, number>();

  constructor(sessions: Pick<OperatorSessions, 'extend'>, lifetime: SessionLifetime, now: () => number) {
    this.#sessions = sessions;
    this.#lifetime = lifetime;
    this.#now = now;
  }

  /** Records a use of the session. */
  async use(session: string): Promise<void> {
    const now = this.#now();
    const before = this.#extendedAt.get(session);
    if (before !== undefined && now - before < this.#lifetime.idleMs * EXTEND_PART) return;
    if (this.#extendedAt.size >= MAX_CACHED) this.#extendedAt.clear();
    this.#extendedAt.set(session, now);
    await this.#sessions.extend(session, this.#lifetime);
  }
}
