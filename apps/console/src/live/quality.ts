/** @module Judges how well a video arrives from its connection's statistics, once a second. */

/** The possible results, from good to worst. */
const QUALITIES = ['good', 'coarse', 'lossy', 'few', 'halting', 'still'] as const;

/**
 * One of them. `coarse`: the resolution has dropped; `lossy`: packets are lost; `few`: the frame rate has dropped; `halting`: the video
 * stutters; `still`: it is frozen.
 */
export type Quality = (typeof QUALITIES)[number];

/** The counters at one moment, since the track began. */
export interface QualitySample {
  /** Timestamp of the statistics, in milliseconds. */
  readonly timestampMs: number;
  readonly frames: number;
  readonly packets: number;
  readonly packetsLost: number;
  /** Number and total time of freezes; not every browser counts them. */
  readonly freezes?: number | undefined;
  readonly frozenMs?: number | undefined;
  /** Width and height in pixels; undefined before the first frame. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** Length of the judged window, in milliseconds. */
const WINDOW_MS = 5000;
/** Statistics that come later than this do not cover the gap: the page was asleep. */
const GAP_MS = 3000;
/** Time without a new frame after which a video counts as frozen. */
const STILL_MS = 2500;
/**
 * Number of reports after which a lower rate or resolution counts as normal: a camera may choose to send fewer frames, as at night, or
 * smaller ones. The receiver cannot distinguish that from a network which allows no more, so it is reported at first and then no longer. A
 * camera that restarts when its resolution is changed is judged from the beginning.
 */
export const USUAL_REPORTS = 60;
/** Slower videos are not reported as frozen between their frames. */
const LIVELY = 2;
/** Fewer packets do not allow a loss rate. */
const MIN_PACKETS = 50;

interface Limits {
  /** The frame rate, and the share of the usual rate: few if it is below both. */
  readonly frames: number;
  readonly usualShare: number;
  /** The share of the usual width and height: coarse if it is not above. */
  readonly sizeShare: number;
  readonly lossShare: number;
  readonly freezes: number;
  readonly frozenMs: number;
}

/** Thresholds from which a problem is reported. */
const BEGIN: Limits = {
  frames: 8,
  usualShare: 0.5,
  sizeShare: 0.5,
  lossShare: 0.08,
  freezes: 2,
  frozenMs: 1000,
};
/** Thresholds down to which it stays reported, so that it does not flicker. */
const STAY: Limits = {
  frames: 10,
  usualShare: 0.7,
  sizeShare: 0.7,
  lossShare: 0.03,
  freezes: 1,
  frozenMs: 300,
};

/** How long a problem must be over before it is no longer reported, in milliseconds. A frozen video that moves again recovers sooner. */
const CALM_MS: Readonly<Record<Quality, number>> = {
  good: 0,
  coarse: 3000,
  lossy: 3000,
  few: 3000,
  halting: 3000,
  still: 1000,
};

const rank = (quality: Quality): number => QUALITIES.indexOf(quality);

/** Judges one video. */
export class QualityWatch {
  /** The samples of the window, oldest first. */
  #window: readonly QualitySample[] = [];
  /** The minimum rate and size of recent windows, which define what is usual. */
  #lasting: readonly Lasting[] = [];
  #movedAtMs = 0;
  #calmSinceMs: number | undefined;
  #quality: Quality = 'good';

  /** Adds a sample; returns the quality from now on. */
  add(sample: QualitySample): Quality {
    const last = this.#window.at(-1);
    if (last === undefined || isOtherRun(last, sample)) this.#begin(sample);
    else if (sample.frames > last.frames) this.#movedAtMs = sample.timestampMs;
    const { timestampMs } = sample;
    const isKept = (_: QualitySample, index: number, all: readonly QualitySample[]): boolean =>
      (all[index + 1] ?? sample).timestampMs > timestampMs - WINDOW_MS;
    this.#window = [...this.#window, sample].filter(isKept);
    if (this.#isFull()) this.#judge(timestampMs);
    return this.#quality;
  }

  #begin({ timestampMs }: QualitySample): void {
    this.#window = [];
    this.#movedAtMs = timestampMs;
    this.#calmSinceMs = undefined;
    this.#quality = 'good';
  }

  #isFull(): boolean {
    const [first, last] = [this.#window[0], this.#window.at(-1)];
    // Statistics may come slightly early.
    return (
      first !== undefined && last !== undefined && last.timestampMs - first.timestampMs > WINDOW_MS - 500
    );
  }

  #judge(nowMs: number): void {
    const found = this.#find(nowMs, BEGIN);
    if (rank(found) > rank(this.#quality)) {
      this.#quality = found;
      this.#calmSinceMs = undefined;
    } else if (rank(this.#find(nowMs, STAY)) >= rank(this.#quality)) this.#calmSinceMs = undefined;
    else {
      this.#calmSinceMs ??= nowMs;
      if (nowMs - this.#calmSinceMs >= CALM_MS[this.#quality]) {
        this.#quality = found;
        this.#calmSinceMs = undefined;
      }
    }
    // A frozen video does not become the normal state: it would no longer be reported.
    if (this.#quality !== 'still')
      this.#lasting = [...this.#lasting, lasting(this.#window)].slice(-USUAL_REPORTS);
  }

  #find(nowMs: number, limits: Limits): Quality {
    const usualRate = Math.max(0, ...this.#lasting.map(({ rate }) => rate));
    const usualSide = Math.max(0, ...this.#lasting.map(({ side }) => side));
    const isLively = this.#lasting.some(({ meanRate }) => meanRate >= LIVELY);
    if (nowMs - this.#movedAtMs >= STILL_MS && isLively) return 'still';
    const grown = growth(this.#window);
    if (grown.freezes >= limits.freezes && grown.frozenMs >= limits.frozenMs) return 'halting';
    if (Math.max(...rates(this.#window)) < Math.min(limits.frames, usualRate * limits.usualShare))
      return 'few';
    const all = grown.packets + grown.packetsLost;
    if (all >= MIN_PACKETS && grown.packetsLost / all >= limits.lossShare) return 'lossy';
    const largest = Math.max(...this.#window.map(side));
    if (largest > 0 && largest <= usualSide * limits.sizeShare) return 'coarse';
    return 'good';
  }
}

/** The minimum over a window, and its mean rate: a video that stuttered once is lively all the same. */
interface Lasting {
  readonly rate: number;
  readonly meanRate: number;
  readonly side: number;
}

function lasting(window: readonly QualitySample[]): Lasting {
  const all = rates(window);
  return {
    rate: Math.min(...all),
    meanRate: all.reduce((sum, rate) => sum + rate, 0) / all.length,
    side: Math.min(...window.map(side)),
  };
}

/** The side of a square of the same area, so that a rotation changes nothing. */
function side({ width = 0, height = 0 }: QualitySample): number {
  return Math.sqrt(width * height);
}

/** Whether the counters were reset or the page was asleep. */
function isOtherRun(last: QualitySample, next: QualitySample): boolean {
  const elapsedMs = next.timestampMs - last.timestampMs;
  return next.frames < last.frames || elapsedMs <= 0 || elapsedMs > GAP_MS;
}

/** The frame rate between each two samples. */
function rates(window: readonly QualitySample[]): number[] {
  return window.slice(1).map((sample, index) => {
    const before = window[index] ?? sample;
    return ((sample.frames - before.frames) * 1000) / (sample.timestampMs - before.timestampMs);
  });
}

type Counter = 'packets' | 'packetsLost' | 'freezes' | 'frozenMs';

function growth(window: readonly QualitySample[]): Readonly<Record<Counter, number>> {
  const grown = (key: Counter): number => Math.max(0, (window.at(-1)?.[key] ?? 0) - (window[0]?.[key] ?? 0));
  return {
    packets: grown('packets'),
    packetsLost: grown('packetsLost'),
    freezes: grown('freezes'),
    frozenMs: grown('frozenMs'),
  };
}
