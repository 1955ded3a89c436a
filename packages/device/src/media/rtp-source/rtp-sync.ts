/** @module When the frames of a sender are meant to be seen and heard, on this machine's steady clock. */

/** Late by more than this, the sender has started anew, in milliseconds. */
const MAX_LATENESS_MS = 5_000;

/** How fast a clock that runs slower than ours is followed: a part of the lateness for each moment that is looked at. */
const FOLLOWED_PART = 1 / 1024;

/** Follows another clock by the moments that arrive from it: the one that took least time to come says how the two stand. */
export class FollowedClock {
  #offsetMs: number | undefined;

  /** The moment of the other clock on ours, given when something of that moment arrived. */
  follow(otherMs: number, arrivedMs: number): number {
    const offsetMs = arrivedMs - otherMs;
    const lateMs = offsetMs - (this.#offsetMs ?? offsetMs);
    const isEarlier = lateMs <= 0 || lateMs > MAX_LATENESS_MS;
    this.#offsetMs = isEarlier ? offsetMs : offsetMs - lateMs * (1 - FOLLOWED_PART);
    return otherMs + this.#offsetMs;
  }
}

/**
 * The clock of one sender, shared by the sources that receive from it: what it reports (RFC 3550 section 6.4.1) about each of its streams
 * puts its sound and its picture in step.
 */
export class RtpSync {
  readonly #clock = new FollowedClock();

  /** Our time of a moment of the sender's. */
  follow(senderMs: number, arrivedMs: number): number {
    return this.#clock.follow(senderMs, arrivedMs);
  }
}
