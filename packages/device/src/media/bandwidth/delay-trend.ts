/** @module Whether the delay grows: a trend line over recent variations, and an adaptive threshold (draft-ietf-rmcat-gcc-02 section 5.3 and 5.4). */
import type { DelayVariation } from './arrival-groups.ts';

/** What the delay does. */
export type DelayUsage = 'normal' | 'over' | 'under';

/** The number of variations of the trend line. */
const WINDOW = 20;
/** How much of the smoothed delay remains with each variation. */
const SMOOTHING = 0.9;
/** Scales the slope to the threshold, which is in milliseconds. */
const GAIN = 4;
/** Most variations that count for the scale. */
const MAX_COUNT = 60;

const INITIAL_THRESHOLD_MS = 12.5;
const MIN_THRESHOLD_MS = 6;
const MAX_THRESHOLD_MS = 600;
/** How fast the threshold follows a larger and a smaller trend, for each millisecond. Reason: slower than queues of loss-based flows grow, so that they do not take everything. */
const RISE = 0.0087;
const FALL = 0.039;
/** A trend this far above the threshold is an outlier, in milliseconds, which the threshold does not follow. */
const MAX_OUTLIER_MS = 15;
const MAX_ADAPT_MS = 100;
/** How long the trend must exceed the threshold, in milliseconds. */
const OVERUSE_MS = 10;

/** Follows the delay of one connection. */
export class DelayTrend {
  readonly #points: { readonly atMs: number; readonly delayMs: number }[] = [];
  #count = 0;
  #accumulatedMs = 0;
  #smoothedMs = 0;
  #thresholdMs = INITIAL_THRESHOLD_MS;
  #adaptedMs: number | undefined;
  #overSinceMs: number | undefined;
  #overCount = 0;
  #previousSlope = 0;
  #usage: DelayUsage = 'normal';

  get usage(): DelayUsage {
    return this.#usage;
  }

  /** Adds a variation. */
  add({ deltaMs, receivedMs }: DelayVariation): void {
    this.#count = Math.min(this.#count + 1, MAX_COUNT);
    this.#accumulatedMs += deltaMs;
    this.#smoothedMs = SMOOTHING * this.#smoothedMs + (1 - SMOOTHING) * this.#accumulatedMs;
    this.#points.push({ atMs: receivedMs, delayMs: this.#smoothedMs });
    if (this.#points.length > WINDOW) this.#points.shift();
    const slope = this.#points.length < WINDOW ? 0 : slopeOf(this.#points);
    const trendMs = this.#count * slope * GAIN;
    this.#detect(trendMs, slope, receivedMs);
    this.#adapt(trendMs, receivedMs);
  }

  #detect(trendMs: number, slope: number, nowMs: number): void {
    if (trendMs > this.#thresholdMs) {
      this.#overSinceMs ??= nowMs;
      this.#overCount += 1;
      const isLong = nowMs - this.#overSinceMs >= OVERUSE_MS && this.#overCount > 1;
      if (isLong && slope >= this.#previousSlope) this.#usage = 'over';
    } else {
      this.#overSinceMs = undefined;
      this.#overCount = 0;
      this.#usage = trendMs < -this.#thresholdMs ? 'under' : 'normal';
    }
    this.#previousSlope = slope;
  }

  #adapt(trendMs: number, nowMs: number): void {
    const elapsedMs = Math.min(Math.max(0, nowMs - (this.#adaptedMs ?? nowMs)), MAX_ADAPT_MS);
    this.#adaptedMs = nowMs;
    const size = Math.abs(trendMs);
    if (size > this.#thresholdMs + MAX_OUTLIER_MS) return;
    const rate = size < this.#thresholdMs ? FALL : RISE;
    const next = this.#thresholdMs + rate * (size - this.#thresholdMs) * elapsedMs;
    this.#thresholdMs = Math.min(Math.max(next, MIN_THRESHOLD_MS), MAX_THRESHOLD_MS);
  }
}

/** The slope of the line of least squares; 0 if all points have the same time. */
function slopeOf(points: readonly { readonly atMs: number; readonly delayMs: number }[]): number {
  let [sumMs, sumDelay] = [0, 0];
  for (const { atMs, delayMs } of points) {
    sumMs += atMs;
    sumDelay += delayMs;
  }
  const [meanMs, meanDelay] = [sumMs / points.length, sumDelay / points.length];
  let [upper, lower] = [0, 0];
  for (const { atMs, delayMs } of points) {
    upper += (atMs - meanMs) * (delayMs - meanDelay);
    lower += (atMs - meanMs) ** 2;
  }
  return lower === 0 ? 0 : upper / lower;
}
