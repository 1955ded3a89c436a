/** @module Checks that the other side is alive: pings after silence or on request (RFC 8323 section 5.4). */
import type { Clock } from '@longwire/protocol';

/**
 * How long the channel may be silent before a ping, in milliseconds. Reason: ICE notices a dead path within half that
 * time; this is for a device that keeps its transport but answers nothing.
 */
export const PING_INTERVAL_MS = 15_000;

/**
 * Unanswered pings after which the other side counts as gone. Reason: when a frozen tab wakes, one timer runs before
 * its messages.
 */
const MAX_UNANSWERED = 2;

/** Options of {@link KeepAlive}. */
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
  /** A requested ping is unanswered. */
  #isAsked = false;
  #stopTimer: () => void;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
    this.#stopTimer = this.#wait();
  }

  /** Call for every message of the other side. */
  handleActivity(): void {
    this.#wasHeard = true;
    this.#unanswered = 0;
    this.#isAsked = false;
  }

  /** Pings now, unless the last requested ping is unanswered. */
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
