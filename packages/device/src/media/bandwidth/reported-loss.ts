/** @module The estimate for a viewer that reports no arrival: from the loss in its receiver reports, which come about once a second. */
import { MIN_ESTIMATE, UNREPORTED_ESTIMATE, type Estimate } from './bandwidth-estimate.ts';

/** Loss above which the rate falls. */
const HIGH_SHARE = 0.1;
/** How fast the rate rises again, for each second. */
const RISE_PER_SECOND = 1.08;
/** The time over which the rate of sending is measured, and between two falls, in milliseconds. Without a packet for longer, sending has paused. */
const WINDOW_MS = 1_000;
/** How long a viewer may report nothing, in milliseconds. */
const MAX_SILENCE_MS = 5_000;

/** Follows receiver reports. */
export class ReportedLoss {
  readonly #ceiling: number;
  #limit: number;
  #sentMs = Number.NEGATIVE_INFINITY;
  #window = { sinceMs: Number.NEGATIVE_INFINITY, bytes: 0 };
  /** The rate of sending; undefined until it has been measured since the last pause. */
  #bitsPerSecond: number | undefined;
  #quietSinceMs: number | undefined;
  #isSilent = false;
  #reportedMs: number | undefined;

  constructor(ceiling: number) {
    this.#ceiling = ceiling;
    this.#limit = ceiling;
  }

  get estimate(): Omit<Estimate, 'videoBitsPerSecond'> {
    if (this.#isSilent)
      return { bitsPerSecond: Math.min(UNREPORTED_ESTIMATE, this.#ceiling), reason: 'no-feedback' };
    const reason = this.#limit < this.#ceiling ? 'loss' : 'ceiling';
    return { bitsPerSecond: this.#limit, reason: this.#reportedMs === undefined ? 'no-feedback' : reason };
  }

  /** Counts a packet. Returns whether the estimate has changed, because the viewer reports nothing. */
  handleSent(bytes: number, nowMs: number): boolean {
    const hasPaused = nowMs - this.#sentMs > WINDOW_MS;
    this.#sentMs = nowMs;
    this.#window.bytes += bytes;
    const elapsedMs = nowMs - this.#window.sinceMs;
    if (elapsedMs >= WINDOW_MS) {
      this.#bitsPerSecond = hasPaused ? undefined : (this.#window.bytes * 8_000) / elapsedMs;
      this.#window = { sinceMs: nowMs, bytes: 0 };
    }
    if (hasPaused) this.#quietSinceMs = nowMs;
    this.#quietSinceMs ??= nowMs;
    if (this.#isSilent || nowMs - this.#quietSinceMs < MAX_SILENCE_MS) return false;
    this.#isSilent = true;
    return true;
  }

  /** Handles one report; `share` of the packets was lost. */
  handleReport(share: number, nowMs: number): void {
    this.#quietSinceMs = undefined;
    this.#isSilent = false;
    const elapsedMs = nowMs - (this.#reportedMs ?? nowMs - WINDOW_MS);
    if (share <= HIGH_SHARE)
      this.#limit = Math.min(
        this.#ceiling,
        this.#limit * RISE_PER_SECOND ** (Math.min(elapsedMs, 5_000) / 1_000),
      );
    else if (elapsedMs >= WINDOW_MS / 2 && this.#bitsPerSecond !== undefined)
      this.#limit = Math.max(MIN_ESTIMATE, Math.min(this.#limit, this.#bitsPerSecond) * (1 - share / 2));
    this.#reportedMs = nowMs;
  }
}
