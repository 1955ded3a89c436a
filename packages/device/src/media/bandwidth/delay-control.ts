/** @module The part of congestion control that follows the delay: slow rises, and a fall below what arrives (draft-ietf-rmcat-gcc-02 section 5.5). */
import type { DelayUsage } from './delay-trend.ts';
import type { QueueKind } from './foreign-queue.ts';
import type { Rates } from './throughput.ts';

/** What the last report showed. */
export interface DelayReport {
  readonly usage: DelayUsage;
  /** Undefined before they are known. */
  readonly rates: Rates | undefined;
  /** How long packets wait in queues, in milliseconds. */
  readonly queueMs: number;
  readonly roundTripMs: number;
  /** The share of packets lost, if the report completes a measurement. */
  readonly lossShare: number | undefined;
  /** The length of a foreign queue says nothing. */
  readonly queue: QueueKind;
  readonly nowMs: number;
}

/** The rate after a fall, as a share of what arrives; beside others that fill the queue, of the rate. */
const FALL = 0.85;
/** The loss from which the rate falls beside others, as that of TCP does, and how often at most, in milliseconds. */
const FOREIGN_LOSS_SHARE = 0.005;
const FOREIGN_INTERVAL_MS = 1_000;
/** How fast the rate rises far below the known capacity, for each second. */
const RISE_PER_SECOND = 1.08;
/** How much the rate rises in each round trip near the known capacity, in bits: one packet. */
const STEP_BITS = 1_200 * 8;
/** The time from a change of rate to its effect on reports, in milliseconds beyond the round trip. */
const REPORT_MS = 100;
/** Without a probe, the rate rises at most to this multiple of what arrives. */
const MAX_UNPROVEN = 1.5;
/** The capacity is known within this share. */
const CAPACITY_SPREAD = 0.1;
/** How much of the known capacity remains with each new measurement. */
const CAPACITY_SMOOTHING = 0.7;
/** Less is no queue but the jitter of two busy machines, in milliseconds. */
const MIN_QUEUE_MS = 40;
/** Below this length, in milliseconds, a queue must also grow: packets arrive at less than this share of the rate at which they were sent. */
const LONG_QUEUE_MS = 100;
const ARRIVING_SHARE = 0.97;
/** Packets that arrive at less than this share of it make a queue even if the trend has not been noticed yet. Reason: a line that becomes several times slower fills its queue within three reports. */
const SUDDEN_SHARE = 0.85;
/** How long a queue must be seen, in milliseconds: in two reports. Reason: one that is gone in the next report was a viewer or a device that paused. */
const MIN_SEEN_MS = 40;
/** A rate rises only while the queue is shorter, in milliseconds. */
const MAX_RISE_QUEUE_MS = 80;
/** A stream below this share of the estimate does not fill the line. */
const IDLE_SHARE = 0.6;
/** A delay that stays this high, in milliseconds, is a full queue even if it no longer grows. */
const STANDING_QUEUE_MS = 200;

/** The rate from the delay. */
export class DelayControl {
  #rate: number;
  /** What arrived when the line was full, in bit/s. */
  #capacity: number | undefined;
  #updatedMs: number | undefined;
  #overSinceMs: number | undefined;
  #fellMs = Number.NEGATIVE_INFINITY;
  #hasFallen = false;
  #filledAt: number | undefined;

  constructor(bitsPerSecond: number) {
    this.#rate = bitsPerSecond;
  }

  get rate(): number {
    return this.#rate;
  }

  /** Whether the delay has ever limited the rate. */
  get hasFallen(): boolean {
    return this.#hasFallen;
  }

  /** What arrives, in bit/s, if the last report shows that a queue is filling; undefined otherwise. */
  get filledAt(): number | undefined {
    return this.#filledAt;
  }

  /** Sets the rate to one that has just been carried, or that is the most. */
  set(bitsPerSecond: number): void {
    this.#rate = bitsPerSecond;
    if (this.#capacity !== undefined && bitsPerSecond > this.#capacity * (1 + CAPACITY_SPREAD))
      this.#capacity = undefined;
  }

  /** Lowers the rate to one that the line carried. */
  fall(bitsPerSecond: number): void {
    this.#rate = Math.min(this.#rate, bitsPerSecond);
    this.#hasFallen = true;
  }

  /** Follows a report. */
  update(report: DelayReport): void {
    const { usage, rates, queue, nowMs } = report;
    const elapsedMs = Math.min(1_000, nowMs - (this.#updatedMs ?? nowMs));
    this.#updatedMs = nowMs;
    this.#filledAt = undefined;
    // The slower pace that tries it lasts half a second, which is no reason for another picture.
    if (rates === undefined || queue === 'tried again') return;
    const isForeign = queue === 'foreign';
    const { arriving, sending } = rates;
    // The newest packets know better what a line carries that became slower, but may be few.
    const carried = Math.min(arriving, Math.max(rates.recent, arriving / 2));
    if (!isForeign && isFillingAt(report.queueMs, arriving, sending)) this.#filledAt = carried;
    if (isForeign || !this.#isOver(report, rates)) this.#overSinceMs = undefined;
    if (isForeign) this.#compete(report, arriving, elapsedMs);
    else if (this.#isOver(report, rates)) this.#fallIfSeenBefore(report, carried);
    else if (usage === 'normal') this.#rise(report, arriving, elapsedMs);
  }

  #isOver({ usage, queueMs }: DelayReport, { arriving, sending }: Rates): boolean {
    // A queue that becomes shorter needs no lower rate, and what arrives then is only what the slower pace lets through.
    if (arriving * ARRIVING_SHARE > sending) return false;
    // A stream far below the rate does not fill the line: only a line that became much slower delays it.
    const isGrowing = arriving > this.#rate * IDLE_SHARE && arriving < sending * ARRIVING_SHARE;
    if (usage !== 'under' && isFillingAt(queueMs, arriving, sending)) return true;
    if (usage === 'over') return queueMs > LONG_QUEUE_MS || (queueMs > MIN_QUEUE_MS && isGrowing);
    return usage === 'normal' && queueMs > STANDING_QUEUE_MS;
  }

  /** Beside others that fill the queue, only loss shows that the line is full. */
  #compete(report: DelayReport, arriving: number, elapsedMs: number): void {
    const { lossShare = 0, nowMs } = report;
    if (lossShare <= FOREIGN_LOSS_SHARE) return this.#rise(report, arriving, elapsedMs);
    if (nowMs - this.#fellMs < FOREIGN_INTERVAL_MS) return;
    this.#fellMs = nowMs;
    this.#rate *= FALL;
  }

  #fallIfSeenBefore(report: DelayReport, arriving: number): void {
    this.#overSinceMs ??= report.nowMs;
    if (report.nowMs - this.#overSinceMs >= MIN_SEEN_MS) this.#fall(report, arriving);
  }

  #fall({ nowMs, roundTripMs }: DelayReport, arriving: number): void {
    // The effect of the last fall has not been seen yet.
    const isEarly = nowMs - this.#fellMs < roundTripMs + REPORT_MS && arriving * 2 > this.#rate;
    if (isEarly) return;
    this.#fellMs = nowMs;
    this.#hasFallen = true;
    this.#capacity =
      this.#capacity === undefined || Math.abs(arriving - this.#capacity) > this.#capacity * 0.3
        ? arriving
        : CAPACITY_SMOOTHING * this.#capacity + (1 - CAPACITY_SMOOTHING) * arriving;
    this.#rate = Math.min(this.#rate, FALL * arriving);
  }

  #rise({ roundTripMs, queueMs, queue }: DelayReport, arriving: number, elapsedMs: number): void {
    // A queue that has not drained says nothing about a higher rate.
    if (queueMs > MAX_RISE_QUEUE_MS && queue !== 'foreign') return;
    const limit = MAX_UNPROVEN * arriving + STEP_BITS;
    if (this.#rate >= limit) return;
    const isNear = this.#capacity !== undefined && this.#rate > this.#capacity * (1 - CAPACITY_SPREAD);
    if (isNear && arriving > (this.#capacity ?? 0) * (1 + CAPACITY_SPREAD)) this.#capacity = undefined;
    const next = isNear
      ? this.#rate + (STEP_BITS * elapsedMs) / (roundTripMs + REPORT_MS)
      : this.#rate * RISE_PER_SECOND ** (elapsedMs / 1_000);
    this.#rate = Math.min(next, limit);
  }
}

/** Whether packets make a queue so quickly that it need not be compared with the trend. */
function isFillingAt(queueMs: number, arriving: number, sending: number): boolean {
  return queueMs > MIN_QUEUE_MS && arriving < sending * SUDDEN_SHARE;
}
