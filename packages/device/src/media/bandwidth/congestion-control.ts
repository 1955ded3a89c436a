/** @module Congestion control of one connection: reports of arrival in, an estimate and a pace out (ADR 59). Pure: times are arguments. */
import { ArrivalGroups } from './arrival-groups.ts';
import {
  MIN_ESTIMATE,
  UNREPORTED_ESTIMATE,
  type Estimate,
  type EstimateReason,
} from './bandwidth-estimate.ts';
import { DelayControl } from './delay-control.ts';
import { DelayTrend } from './delay-trend.ts';
import { ForeignQueue } from './foreign-queue.ts';
import { LossControl } from './loss-control.ts';
import { ProbeControl, type Probe } from './probe-control.ts';
import { QueueDelay } from './queue-delay.ts';
import type { PacketResult } from './sent-history.ts';
import { Throughput } from './throughput.ts';

/** The estimate before the first report, in bit/s. Reason: a usual camera may start; the first reports come after a tenth of a second. */
const FIRST_ESTIMATE = 5_000_000;
/** The pace before the first report, after the first burst, in bit/s. Reason: what is sent until then fits into the queue of a line of 2 Mbit/s. */
const FIRST_PACE = 3_000_000;
/** How long a viewer may report nothing at the beginning, and later, in milliseconds. */
const MAX_SILENCE_MS = 5_000;
const MAX_OUTAGE_MS = 1_000;
/** The estimate after an outage, as a share of that before. Reason: a cable that was pulled carries as much as before, and a picture is missing. */
const RESUMED_SHARE = 0.5;
/** A queue of this length, in milliseconds, is emptied by a slower pace. */
const DRAINED_QUEUE_MS = 50;
/** The queue at which the pace is half the estimate, in milliseconds beyond the one above. */
const HALF_PACE_QUEUE_MS = 200;
const MIN_PACE_SHARE = 0.5;
/** Rates are tried up to this multiple of what senders want. Reason: a stream varies, and a keyframe needs room. */
const NEEDED_SHARE = 1.5;
/** The same beside others that fill the queue, as a multiple of that. Reason: half of what a probe sends arrives as quickly as it was sent. */
const FOREIGN_SHARE = 2;
/** Reason: a keyframe is ten times as large as other frames, and should not be late. */
const COMFORTABLE_SHARE = 6;
/** A stream below this share of the estimate makes no queue. */
const IDLE_SHARE = 0.75;
/** Consecutive probes that arrive far below the estimate show that it is too high; one may have met other traffic. */
const LOW_PROBES = 2;
const FAR_BELOW = 0.7;
/** A line that loses more than this share of the packets is lossy. */
const LOSSY_SHARE = 0.01;

type Feedback =
  /** `quietSinceMs` is when the first packet was sent that nothing has been reported after. */
  | { readonly kind: 'none'; readonly quietSinceMs: number | undefined }
  | { readonly kind: 'reported'; readonly quietSinceMs: number | undefined }
  | { readonly kind: 'silent' };

/** The estimator of one connection. */
export class CongestionControl {
  readonly #ceiling: number;
  readonly #groups = new ArrivalGroups();
  readonly #trend = new DelayTrend();
  readonly #throughput = new Throughput();
  readonly #queue = new QueueDelay();
  readonly #delay: DelayControl;
  readonly #loss = new LossControl();
  readonly #foreign = new ForeignQueue();
  readonly #probes = new ProbeControl();
  #feedback: Feedback = { kind: 'none', quietSinceMs: undefined };
  #sentMs = Number.NEGATIVE_INFINITY;
  #queueMs = 0;
  /** What arrives, in bit/s. */
  #arriving = 0;
  #roundTripMs = 100;
  #lowProbes = 0;
  /** The estimate before the viewer's reports stopped. */
  #beforeOutage: number | undefined;
  /** When a report last lowered the estimate. */
  #loweredMs = Number.NEGATIVE_INFINITY;

  constructor({ ceiling }: { readonly ceiling: number }) {
    this.#ceiling = ceiling;
    this.#delay = new DelayControl(Math.min(FIRST_ESTIMATE, ceiling));
  }

  /** The estimate, in bit/s, and what limits it. */
  get estimate(): Omit<Estimate, 'videoBitsPerSecond'> {
    if (this.#feedback.kind === 'silent')
      return { bitsPerSecond: Math.min(UNREPORTED_ESTIMATE, this.#ceiling), reason: 'no-feedback' };
    return { bitsPerSecond: this.#rate, reason: this.#reason };
  }

  /** The rate at which packets are sent, in bit/s. */
  get pace(): number {
    // Nothing is known of a viewer that never reports, so its stream is not held back.
    if (this.#feedback.kind === 'silent') return this.#ceiling;
    if (this.#feedback.kind === 'none') return Math.min(FIRST_PACE, this.#rate);
    if (this.#isBesideOthers) return this.#rate;
    if (this.#foreign.isTried)
      return MIN_PACE_SHARE * Math.min(this.#rate, Math.max(this.#arriving, MIN_ESTIMATE));
    // One report is not enough to lower the estimate, but pictures that wait here do not delay the sound.
    const rate = Math.min(this.#rate, Math.max(this.#delay.filledAt ?? this.#rate, MIN_ESTIMATE));
    if (!this.#delay.hasFallen) return rate;
    const excessMs = Math.max(0, this.#queueMs - DRAINED_QUEUE_MS);
    return rate * Math.max(MIN_PACE_SHARE, 1 - (excessMs * MIN_PACE_SHARE) / HALF_PACE_QUEUE_MS);
  }

  /** Whether the viewer has reported anything. */
  get hasFeedback(): boolean {
    return this.#feedback.kind === 'reported';
  }

  /** Whether the viewer has reported nothing for longer than between two reports. */
  get isInterrupted(): boolean {
    return this.#beforeOutage !== undefined;
  }

  /** The smallest difference between arrival, on the viewer's clock, and sending, in milliseconds; infinite before the first report. */
  get smallestDelayMs(): number {
    return this.#queue.smallestMs;
  }

  /** How long the last reported packets waited in queues, in milliseconds. */
  get queueMs(): number {
    return this.#queueMs;
  }

  /** Whether packets are lost though they do not wait in a queue. */
  get losesAtRandom(): boolean {
    return this.#loss.usualShare >= LOSSY_SHARE && this.#queueMs < DRAINED_QUEUE_MS;
  }

  /** Marks the first packets as a probe. */
  startWith(bytes: number, nowMs: number): Probe {
    return this.#probes.start({ bitsPerSecond: this.#ceiling, bytes, isPadded: false }, nowMs);
  }

  /** Handles the sending of a packet. Returns whether the estimate has changed, because the viewer reports nothing. */
  handleSent(nowMs: number): boolean {
    // A viewer has nothing to report of a pause, and the last report before it may have been lost.
    const hasPaused = nowMs - this.#sentMs > MAX_OUTAGE_MS;
    this.#sentMs = nowMs;
    const feedback = this.#feedback;
    if (feedback.kind === 'silent') return false;
    const { quietSinceMs } = feedback;
    if (quietSinceMs === undefined || hasPaused) this.#feedback = { ...feedback, quietSinceMs: nowMs };
    else if (feedback.kind === 'none' && nowMs - quietSinceMs > MAX_SILENCE_MS) {
      this.#feedback = { kind: 'silent' };
      return true;
    } else if (feedback.kind === 'reported' && nowMs - quietSinceMs > MAX_OUTAGE_MS) {
      this.#feedback = { ...feedback, quietSinceMs: nowMs };
      this.#beforeOutage ??= this.#rate;
      this.#delay.set(Math.max(MIN_ESTIMATE, this.#rate / 2));
      return true;
    }
    return false;
  }

  /** Handles one report of arrival. Returns whether it is the first after an outage. */
  handleResults(results: readonly PacketResult[], nowMs: number): boolean {
    if (results.length === 0) return false;
    const first = results.filter(({ isLate }) => isLate === undefined);
    const received = first.filter(isReceived);
    const late = results.filter(isReceived).filter(({ isLate }) => isLate === true);
    this.#feedback = { kind: 'reported', quietSinceMs: undefined };
    const isResumed = this.isInterrupted;
    if (this.#beforeOutage !== undefined) {
      this.#delay.set(Math.max(this.#rate, this.#beforeOutage * RESUMED_SHARE));
      // What was lost in the outage says nothing about the rate.
      this.#loweredMs = nowMs;
    }
    this.#beforeOutage = undefined;
    for (const result of received) {
      this.#throughput.add(result);
      const variation = this.#groups.add(result);
      if (variation !== undefined) this.#trend.add(variation);
    }
    for (const result of late) this.#throughput.add(result);
    const rates = this.#throughput.measure();
    this.#arriving = rates?.arriving ?? this.#rate;
    this.#measureDelay(received, nowMs);
    // What was sent before the last fall was lost at the rate of that time.
    const isCounted = ({ sentMs }: PacketResult): boolean => sentMs >= this.#loweredMs;
    const counted = first.filter(isCounted);
    // What arrived after all was counted as lost by an earlier report.
    const arrived = counted.filter(isReceived).length + late.filter(isCounted).length;
    const before = this.#rate;
    const lossShare = this.#loss.update({
      received: arrived,
      lost: counted.length - arrived,
      queueMs: this.#queueMs,
      bitsPerSecond: this.#rate,
      nowMs,
    });
    const report = {
      usage: this.#trend.usage,
      rates,
      queueMs: this.#queueMs,
      roundTripMs: this.#roundTripMs,
      lossShare,
      queue: this.#foreign.kind,
      nowMs,
    };
    this.#delay.update(report);
    this.#delay.set(Math.min(Math.max(this.#delay.rate, MIN_ESTIMATE), this.#ceiling));
    if (this.#rate < before) this.#loweredMs = nowMs;
    const delayMs = this.#isIdle ? this.#queue.standingMs : this.#queue.smallestMs;
    const carried = this.#probes.handleResults(first, delayMs, nowMs);
    if (carried !== undefined) this.#handleProbe(carried, rates?.arriving ?? 0);
    return isResumed;
  }

  /** The next probe, if a higher rate is worth knowing; `wanted` is what the senders would use, in bit/s. */
  nextProbe(wanted: number, nowMs: number): Probe | undefined {
    if (this.#feedback.kind !== 'reported') return undefined;
    // Their queue does not empty, so a probe need not wait for that; loss shows that the line carries no more.
    const isPushing = this.#isBesideOthers && this.#loss.limit > this.#delay.rate;
    if (!isPushing && (this.#trend.usage === 'over' || this.#queueMs > DRAINED_QUEUE_MS)) {
      // The next report may find a better moment.
      if (this.#isJitter) return undefined;
      this.#probes.wait(nowMs);
    }
    const neededShare = isPushing ? NEEDED_SHARE * FOREIGN_SHARE : NEEDED_SHARE;
    return this.#probes.next({
      nowMs,
      bitsPerSecond: this.#rate,
      needed: Math.min(wanted * neededShare, this.#ceiling),
      comfortable: Math.min(wanted * COMFORTABLE_SHARE, this.#ceiling),
      roundTripMs: this.#roundTripMs,
    });
  }

  get #rate(): number {
    return Math.max(MIN_ESTIMATE, Math.min(this.#delay.rate, this.#loss.limit, this.#ceiling));
  }

  get #isBesideOthers(): boolean {
    return this.#foreign.kind === 'foreign';
  }

  /** Whether the stream uses so little of the estimate that it makes no queue. */
  get #isIdle(): boolean {
    return this.#arriving < IDLE_SHARE * this.#rate;
  }

  /** Whether a delay that is long now is no queue: the stream makes none, and the delay was short in other reports. */
  get #isJitter(): boolean {
    return this.#isIdle && this.#queue.standingMs - this.#queue.smallestMs <= DRAINED_QUEUE_MS;
  }

  get #reason(): EstimateReason {
    if (this.#loss.limit < this.#delay.rate) return 'loss';
    if (this.#rate >= this.#ceiling) return 'ceiling';
    return this.#delay.hasFallen ? 'delay' : 'probing';
  }

  #measureDelay(received: readonly ReceivedResult[], nowMs: number): void {
    const newest = received.at(-1);
    if (newest === undefined) return;
    this.#roundTripMs = 0.8 * this.#roundTripMs + 0.2 * Math.max(0, nowMs - newest.sentMs);
    const smallest = received.reduce(
      (least, { sentMs, receivedMs }) => Math.min(least, receivedMs - sentMs),
      Number.POSITIVE_INFINITY,
    );
    this.#queueMs = this.#queue.update(smallest, nowMs);
    const carried = this.#foreign.update({
      queueMs: this.#queueMs,
      rate: this.#rate,
      arriving: this.#arriving,
      nowMs,
    });
    if (carried !== undefined) this.#delay.set(Math.max(carried, this.#delay.rate));
  }

  /** Takes the rate that the line carried for a moment; `arriving` is what it carries all the time. */
  #handleProbe(carried: number, arriving: number): void {
    const proven = Math.min(Math.max(carried, arriving), this.#ceiling);
    const isFarBelow = proven < FAR_BELOW * this.#rate && !this.#isBesideOthers;
    this.#lowProbes = isFarBelow ? this.#lowProbes + 1 : 0;
    if (this.#lowProbes >= LOW_PROBES) {
      this.#lowProbes = 0;
      this.#delay.fall(proven);
    } else if (proven > this.#rate && (this.#isBesideOthers || this.#trend.usage !== 'over')) {
      this.#delay.set(Math.max(proven, this.#delay.rate));
      this.#loss.raise(proven);
    }
  }
}

type ReceivedResult = PacketResult & { readonly receivedMs: number };

function isReceived(result: PacketResult): result is ReceivedResult {
  return result.receivedMs !== undefined;
}
