/** @module One direction of a long and possibly lossy line: input comes out later, in order, or not at all. */

/** The clock of a line. */
export interface DelayClock {
  monotonic(): number;
  /** Calls `task` once after `delayMs`. */
  schedule(delayMs: number, task: () => void): void;
}

/** The quality of a line. */
export interface LineQuality {
  /** The delay, in milliseconds. */
  readonly delayMs: number;
  /** The share that is lost, from 0 to 1; 0 by default. */
  readonly lossShare?: number;
  /** The same seed loses the same input again. */
  readonly seed?: number;
}

/** What a line does with its input. */
export interface DelayLineOptions<T> extends LineQuality {
  readonly deliver: (item: T) => void;
  /** How much later lost input arrives after all, delaying what is behind it, in milliseconds; never by default. */
  readonly againAfterMs?: number;
  readonly clock?: DelayClock;
}

/** The machine's clock. */
const systemClock: DelayClock = {
  monotonic: () => performance.now(),
  schedule: (delayMs, task) => void setTimeout(task, delayMs),
};

/** Reproducible numbers from 0 to 1 (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A queue in which everything waits equally long. */
export class DelayLine<T> {
  #delayMs = 0;
  #lossShare = 0;
  #chance: () => number = () => 1;
  readonly #deliver: (item: T) => void;
  readonly #againAfterMs: number | undefined;
  readonly #clock: DelayClock;
  readonly #waiting: { readonly dueMs: number; readonly item: T }[] = [];
  #isScheduled = false;

  /** @throws RangeError for a delay below 0 or a share outside 0 to 1 */
  constructor({ deliver, againAfterMs, clock = systemClock, ...quality }: DelayLineOptions<T>) {
    this.#deliver = deliver;
    this.#againAfterMs = againAfterMs;
    this.#clock = clock;
    this.set(quality);
  }

  /** Changes the line for input from now on; input in flight stays ahead of it. @throws RangeError as the constructor does */
  set({ delayMs, lossShare = 0, seed = 0 }: LineQuality): void {
    if (!(delayMs >= 0)) throw new RangeError(`delayMs must not be negative, got ${delayMs}`);
    if (!(lossShare >= 0 && lossShare <= 1)) {
      throw new RangeError(`lossShare must be between 0 and 1, got ${lossShare}`);
    }
    this.#delayMs = delayMs;
    this.#lossShare = lossShare;
    this.#chance = chance(seed);
  }

  /** Accepts one input. Losses are decided here, by the order of the input and not by its time. */
  push(item: T): void {
    const isLost = this.#chance() < this.#lossShare;
    if (isLost && this.#againAfterMs === undefined) return;
    const delayMs = this.#delayMs + (isLost ? (this.#againAfterMs ?? 0) : 0);
    const last = this.#waiting.at(-1);
    if (delayMs === 0 && last === undefined) {
      this.#deliver(item);
      return;
    }
    const dueMs = Math.max(this.#clock.monotonic() + delayMs, last?.dueMs ?? 0);
    this.#waiting.push({ dueMs, item });
    this.#scheduleNext();
  }

  #scheduleNext(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.schedule(Math.max(0, next.dueMs - this.#clock.monotonic()), () => {
      this.#isScheduled = false;
      this.#deliverDue();
      this.#scheduleNext();
    });
  }

  #deliverDue(): void {
    const nowMs = this.#clock.monotonic();
    for (let [next] = this.#waiting; next !== undefined && next.dueMs <= nowMs; [next] = this.#waiting) {
      this.#waiting.shift();
      this.#deliver(next.item);
    }
  }
}
