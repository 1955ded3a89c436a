/** @module Converts RTP timestamps to the steady clock: by the sender's reports, or by arrival times until the first report. */
import { FollowedClock, type RtpSync } from './rtp-sync.ts';

/** A pair of an RTP timestamp and the sender's time, from a sender report. */
export interface ReportedTime {
  readonly timestamp: number;
  /** Milliseconds on the sender's clock. */
  readonly senderMs: number;
}

const UINT32 = 2 ** 32;

/** Times that go back by more than this, in milliseconds, are a clock that was set. Reason: the two clocks of a sender drift apart much more slowly. */
const MAX_BACK_MS = 500;

/** Converts RTP timestamps, which wrap around, to increasing times on the steady clock. */
export class StreamClock {
  readonly #clockRate: number;
  readonly #sync: RtpSync;
  #arrival = new FollowedClock();
  #extended: number | undefined;
  #report: { readonly extended: number; readonly senderMs: number } | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(clockRate: number, sync: RtpSync) {
    this.#clockRate = clockRate;
    this.#sync = sync;
  }

  /** The presentation time of a frame. */
  timeOf(timestamp: number, arrivedMs: number): number {
    const before = this.#extended;
    const extended = this.#extend(timestamp);
    if (before !== undefined && this.#msSince(before, extended) < -MAX_BACK_MS)
      this.#arrival = new FollowedClock();
    const streamMs = (extended / this.#clockRate) * 1000;
    const timeMs =
      this.#report === undefined
        ? this.#arrival.follow(streamMs, arrivedMs)
        : this.#sync.follow(
            this.#report.senderMs + this.#msSince(this.#report.extended, extended),
            arrivedMs,
          );
    this.#lastMs = Math.max(timeMs, this.#lastMs + MIN_STEP_MS);
    return this.#lastMs;
  }

  /** Takes a sender report. */
  handleReport({ timestamp, senderMs }: ReportedTime): void {
    if (this.#extended === undefined) return;
    const before = this.#report;
    const extended = this.#near(timestamp, this.#extended);
    this.#report = { extended, senderMs };
    if (before === undefined) return;
    const expectedMs = before.senderMs + this.#msSince(before.extended, extended);
    if (senderMs - expectedMs < -MAX_BACK_MS) this.#sync.reset();
  }

  #msSince(from: number, to: number): number {
    return ((to - from) / this.#clockRate) * 1000;
  }

  #extend(timestamp: number): number {
    this.#extended = this.#near(timestamp, this.#extended ?? timestamp);
    return this.#extended;
  }

  /** Unwraps a timestamp to the value nearest to an extended one. */
  #near(timestamp: number, extended: number): number {
    const behind = (((timestamp - extended) % UINT32) + UINT32) % UINT32;
    return extended + (behind < UINT32 / 2 ? behind : behind - UINT32);
  }
}

/** The smallest step between two frames, in milliseconds. */
const MIN_STEP_MS = 0.1;
