/** @module The time of the frames of one RTP stream: by the sender's reports, or by when they arrive until there is one. */
import { FollowedClock, type RtpSync } from './rtp-sync.ts';

/** What a sender says in a report: an RTP time, and its own time of that moment. */
export interface ReportedTime {
  readonly timestamp: number;
  /** Milliseconds on the sender's clock. */
  readonly senderMs: number;
}

const UINT32 = 2 ** 32;

/** Turns RTP times, which wrap around, into times of the steady clock that only ever grow. */
export class StreamClock {
  readonly #clockRate: number;
  readonly #sync: RtpSync;
  readonly #arrival = new FollowedClock();
  #extended: number | undefined;
  #report: { readonly extended: number; readonly senderMs: number } | undefined;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(clockRate: number, sync: RtpSync) {
    this.#clockRate = clockRate;
    this.#sync = sync;
  }

  /** When a frame is meant to be seen or heard. */
  timeOf(timestamp: number, arrivedMs: number): number {
    const extended = this.#extend(timestamp);
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

  /** Takes a report of the sender. */
  handleReport({ timestamp, senderMs }: ReportedTime): void {
    if (this.#extended === undefined) return;
    this.#report = { extended: this.#near(timestamp, this.#extended), senderMs };
  }

  #msSince(from: number, to: number): number {
    return ((to - from) / this.#clockRate) * 1000;
  }

  #extend(timestamp: number): number {
    this.#extended = this.#near(timestamp, this.#extended ?? timestamp);
    return this.#extended;
  }

  /** The value of a time that wraps around, nearest to one that does not. */
  #near(timestamp: number, extended: number): number {
    const behind = (((timestamp - extended) % UINT32) + UINT32) % UINT32;
    return extended + (behind < UINT32 / 2 ? behind : behind - UINT32);
  }
}

/** The smallest step between two frames, in milliseconds. */
const MIN_STEP_MS = 0.1;
