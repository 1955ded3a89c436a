/** @module Whether the other side is still there: a Ping when nothing was heard for a while, or when it is asked for (RFC 8323 section 5.4). */
import type { Clock } from '../../time/clock.ts';

/**
 * How long nothing may be heard before the other side is pinged, in milliseconds. Reason: ICE notices a dead path within half that
 * time; this is for a device that keeps its transport and answers nothing.
 */
export const PING_INTERVAL_MS = 15_000;

/** Unanswered Pings after which the other side is gone. Reason: a frozen tab wakes with one timer before its messages. */
const MAX_UNANSWERED = 2;

/** What keeping alive needs. */
export interface KeepAliveOptions {
  readonly clock: Clock;
  readonly ping: () => void;
  readonly onSilent: () => void;
}

/** Pings a silent channel until it is closed. */
export class KeepAlive {
  readonly #options: KeepAliveOptions;
  #wasHeard = false;
  #unanswered = 0;
  /** A Ping that was asked for has no answer yet. */
  #isAsked = false;
  #stopTimer: () => void;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
    this.#stopTimer = this.#wait();
  }

  /** Something came from the other side. */
  heard(): void {
    this.#wasHeard = true;
    this.#unanswered = 0;
    this.#isAsked = false;
  }

  /** Pings now, unless the last one that was asked for has no answer yet. */
  probe(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#options.ping();
  }

  close(): void {
    this.#stopTimer();
  }

  #wait(): () => void {
    return this.#options.clock.schedule(PING_INTERVAL_MS, () => this.#look());
  }

  #look(): void {
    const { ping, onSilent } = this.#options;
    if (this.#unanswered >= MAX_UNANSWERED) {
      onSilent();
      return;
    }
    this.#stopTimer = this.#wait();
    if (!this.#wasHeard) {
      this.#unanswered += 1;
      ping();
    }
    this.#wasHeard = false;
  }
}
