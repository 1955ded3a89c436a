/** @module How well a picture arrives, judged by what its connection counts once a second. */

/** What there is to say of a picture, from good to worst. */
const QUALITIES = ['good', 'coarse', 'lossy', 'few', 'halting', 'still'] as const;

/** One of them: it is much smaller than it was, part of it is lost on the way, few pictures arrive, it stops again and again, it stands still. */
export type Quality = (typeof QUALITIES)[number];

/** What was counted at one moment, since the picture began. */
export interface QualitySample {
  /** Milliseconds of the report's own clock. */
  readonly timestampMs: number;
  readonly frames: number;
  readonly packets: number;
  readonly packetsLost: number;
  /** How often and how long it stood still between two pictures; not every browser counts it. */
  readonly freezes?: number | undefined;
  readonly frozenMs?: number | undefined;
  /** How large it is, in pixels; not known before it has begun. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** What is judged, in milliseconds. */
const WINDOW_MS = 5000;
/** A report that comes later says nothing of what was between: the page slept. */
const GAP_MS = 3000;
/** Without a new picture for so long, it stands still. */
const STILL_MS = 2500;
/**
 * Reports in which a rate, or a size, is usual after it has gone: a camera may choose to send fewer pictures, as at night, or smaller ones.
 * The receiver cannot tell that from a network which allows no more: so it is said at first, and then no longer. A camera that begins anew
 * when it is set to another size is judged anew.
 */
export const USUAL_REPORTS = 60;
/** What sends fewer pictures a second by itself is not said to stand still between them. */
const LIVELY = 2;
/** Fewer packets say nothing of a share. */
const TOLD_PACKETS = 50;

interface Limits {
  /** Pictures a second, and the share of the usual ones: few where it is below both. */
  readonly frames: number;
  readonly usualShare: number;
  /** The share of the usual width and height: coarse where it is not more. */
  readonly sizeShare: number;
  readonly lossShare: number;
  readonly freezes: number;
  readonly frozenMs: number;
}

/** When something begins to be said. */
const BEGIN: Limits = {
  frames: 8,
  usualShare: 0.5,
  sizeShare: 0.5,
  lossShare: 0.08,
  freezes: 2,
  frozenMs: 1000,
};
/** Until when it goes on to be said, so that it does not come and go. */
const STAY: Limits = {
  frames: 10,
  usualShare: 0.7,
  sizeShare: 0.7,
  lossShare: 0.03,
  freezes: 1,
  frozenMs: 300,
};

/** How long it has to be better before it is no longer said, in milliseconds. That it stands still is untrue at once when it moves. */
const CALM_MS: Readonly<Record<Quality, number>> = {
  good: 0,
  coarse: 3000,
  lossy: 3000,
  few: 3000,
  halting: 3000,
  still: 1000,
};

const rank = (quality: Quality): number => QUALITIES.indexOf(quality);

/** Follows one picture. */
export class QualityWatch {
  /** The last seconds; the first is as old as the window, once it is full. */
  #window: readonly QualitySample[] = [];
  /** What lasted for a whole window. */
  #lasting: readonly Lasting[] = [];
  #movedAtMs = 0;
  #calmSinceMs: number | undefined;
  #quality: Quality = 'good';

  /** Takes what was counted now; the answer is what holds from now on. */
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
    // Reports come a little early now and then.
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
    // While it stands still nothing becomes usual: it would not be said any more.
    if (this.#quality !== 'still')
      this.#lasting = [...this.#lasting, lasting(this.#window)].slice(-USUAL_REPORTS);
  }

  #find(nowMs: number, limits: Limits): Quality {
    const usualRate = Math.max(0, ...this.#lasting.map(({ rate }) => rate));
    const usualSide = Math.max(0, ...this.#lasting.map(({ side }) => side));
    if (nowMs - this.#movedAtMs >= STILL_MS && usualRate >= LIVELY) return 'still';
    const grown = growth(this.#window);
    if (grown.freezes >= limits.freezes && grown.frozenMs >= limits.frozenMs) return 'halting';
    if (Math.max(...rates(this.#window)) < Math.min(limits.frames, usualRate * limits.usualShare))
      return 'few';
    const all = grown.packets + grown.packetsLost;
    if (all >= TOLD_PACKETS && grown.packetsLost / all >= limits.lossShare) return 'lossy';
    const largest = Math.max(...this.#window.map(side));
    if (largest > 0 && largest <= usualSide * limits.sizeShare) return 'coarse';
    return 'good';
  }
}

/** What was so in each report of a window. */
interface Lasting {
  readonly rate: number;
  readonly side: number;
}

function lasting(window: readonly QualitySample[]): Lasting {
  return { rate: Math.min(...rates(window)), side: Math.min(...window.map(side)) };
}

/** How long a side of it were if it was a square: turned on its side it is as large as before. */
function side({ width = 0, height = 0 }: QualitySample): number {
  return Math.sqrt(width * height);
}

/** The counters began anew, or the page has slept. */
function isOtherRun(last: QualitySample, next: QualitySample): boolean {
  const elapsedMs = next.timestampMs - last.timestampMs;
  return next.frames < last.frames || elapsedMs <= 0 || elapsedMs > GAP_MS;
}

/** Pictures a second, from each report to the next. */
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
