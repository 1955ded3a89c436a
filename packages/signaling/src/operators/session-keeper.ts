/** @module Keeps the session of an operator alive while it is used. */
import type { OperatorSessions } from '../ports/operators.ts';

/** How long a session lasts, in milliseconds. */
export interface SessionLifetime {
  /** From one request to the next. */
  readonly idleMs: number;
  /** From the login on. */
  readonly absoluteMs: number;
}

/** Reason: a working day; and a break that is longer than a meal ends it. */
export const DEFAULT_SESSION_LIFETIME: SessionLifetime = {
  idleMs: 2 * 3_600_000,
  absoluteMs: 12 * 3_600_000,
};

/** A session is written to again after this part of its idle time. Reason: not every request should be a write. */
const EXTEND_PART = 1 / 16;

/** Sessions of which is known when they were last written. Reason: a console open at a few hundred people. */
const MAX_KNOWN = 1_000;

/** Sessions by their value, in this process only: another node writes on its own. */
export class SessionKeeper {
  readonly #sessions: Pick<OperatorSessions, 'extend'>;
  readonly #lifetime: SessionLifetime;
  readonly #now: () => number;
  readonly #extendedAt = new Map<string, number>();

  constructor(sessions: Pick<OperatorSessions, 'extend'>, lifetime: SessionLifetime, now: () => number) {
    this.#sessions = sessions;
    this.#lifetime = lifetime;
    this.#now = now;
  }

  /** The session was used. */
  async use(session: string): Promise<void> {
    const now = this.#now();
    const before = this.#extendedAt.get(session);
    if (before !== undefined && now - before < this.#lifetime.idleMs * EXTEND_PART) return;
    if (this.#extendedAt.size >= MAX_KNOWN) this.#extendedAt.clear();
    this.#extendedAt.set(session, now);
    await this.#sessions.extend(session, this.#lifetime);
  }
}
