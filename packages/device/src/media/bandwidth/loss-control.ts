/** @module The part of congestion control that follows loss (draft-ietf-rmcat-gcc-02 section 6). */

/** Reported packets. */
export interface LossReport {
  readonly received: number;
  /** Negative if packets have arrived that were reported as lost before. */
  readonly lost: number;
  /** How long packets wait in queues, in milliseconds. */
  readonly queueMs: number;
  /** The current estimate, in bit/s. */
  readonly bitsPerSecond: number;
  readonly nowMs: number;
}

/** Loss above which the rate falls, if packets also wait. */
const HIGH_SHARE = 0.1;
/** Loss above which the rate falls in any case. Reason: a radio link loses some packets without any queue, and sending less would not help. */
const VERY_HIGH_SHARE = 0.25;
/** Packets that wait longer than this, in milliseconds, are in a queue that fills. */
const FULL_QUEUE_MS = 30;
/** The shortest measurement. Reason: shorter ones often show twice the loss there is. */
const MIN_PACKETS = 50;
const MIN_INTERVAL_MS = 300;
/** How much of the usual share remains with each measurement. */
const SMOOTHING = 0.8;
/** How fast the rate rises again without high loss, for each second. */
const RISE_PER_SECOND = 1.08;

/** How many standard deviations a measured share may be above the real one. Reason: of 50 packets often a third is lost where a fifth is usual. */
const DEVIATIONS = 2;

/** The upper limit from loss. */
export class LossControl {
  #limit = Number.POSITIVE_INFINITY;
  #received = 0;
  #lost = 0;
  #usualShare = 0;
  #sinceMs: number | undefined;

  /** The limit in bit/s; infinite while loss has not limited the rate. */
  get limit(): number {
    return this.#limit;
  }

  /** The share over the last seconds. */
  get usualShare(): number {
    return this.#usualShare;
  }

  /** Raises the limit to a rate that has just been carried. */
  raise(bitsPerSecond: number): void {
    this.#limit = Math.max(this.#limit, bitsPerSecond);
  }

  /** Counts reported packets. Returns the share of packets lost if they complete a measurement. */
  update({ received, lost, queueMs, bitsPerSecond, nowMs }: LossReport): number | undefined {
    this.#received += received;
    this.#lost += lost;
    this.#sinceMs ??= nowMs;
    const elapsedMs = nowMs - this.#sinceMs;
    const count = this.#received + this.#lost;
    if (elapsedMs < MIN_INTERVAL_MS || count < MIN_PACKETS) return undefined;
    const share = Math.max(0, this.#lost) / count;
    this.#usualShare = SMOOTHING * this.#usualShare + (1 - SMOOTHING) * share;
    const isCongested =
      certainShare(share, count) > VERY_HIGH_SHARE || (share > HIGH_SHARE && queueMs > FULL_QUEUE_MS);
    if (isCongested) this.#limit = Math.min(this.#limit, bitsPerSecond) * (1 - share / 2);
    else this.#limit *= RISE_PER_SECOND ** (elapsedMs / 1_000);
    this.#received = 0;
    this.#lost = 0;
    this.#sinceMs = nowMs;
    return share;
  }
}

/** The share that is lost at least, when `share` of `count` packets were. */
function certainShare(share: number, count: number): number {
  return share - DEVIATIONS * Math.sqrt((share * (1 - share)) / count);
}
