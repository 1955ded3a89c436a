/** @module Maps a sender's clock to this machine's steady clock. */

/** A larger lateness means that the sender has restarted, in milliseconds. */
const MAX_LATENESS_MS = 5_000;

/** How fast a slower clock is followed: the part of the lateness that each sample corrects. */
const FOLLOWED_PART = 1 / 1024;

/** Follows another clock by its received timestamps; the one with the shortest delay determines the offset. */
export class FollowedClock {
  #offsetMs: number | undefined;

  /** Converts a time of the other clock to ours, given when its packet arrived. */
  follow(otherMs: number, arrivedMs: number): number {
    const offsetMs = arrivedMs - otherMs;
    const lateMs = offsetMs - (this.#offsetMs ?? offsetMs);
    const isEarlier = lateMs <= 0 || lateMs > MAX_LATENESS_MS;
    this.#offsetMs = isEarlier ? offsetMs : offsetMs - lateMs * (1 - FOLLOWED_PART);
    return otherMs + this.#offsetMs;
  }
}

/**
 * The clock of one sender, shared by the sources that receive from it: the sender's reports (RFC 3550 section 6.4.1) keep its audio
 * and video in sync.
 */
export class RtpSync {
  #clock = new FollowedClock();

  /** The sender has set its clock back: what was late by it is not. */
  reset(): void {
    this.#clock = new FollowedClock();
  }

  /** Converts a time of the sender to the steady clock. */
  follow(senderMs: number, arrivedMs: number): number {
    return this.#clock.follow(senderMs, arrivedMs);
  }
}
