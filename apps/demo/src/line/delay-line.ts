/** @module One direction of a long, narrow and possibly lossy line: input comes out later, in order, or not at all. */
import { systemDelayClock, type DelayClock } from './delay-clock.ts';
import { RateQueue, type RateLimit } from './delay-rate.ts';

/** The quality of a line. */
export interface LineQuality extends RateLimit {
  /** The delay, in milliseconds. */
  readonly delayMs: number;
  /** How much longer input takes at most, at random, in milliseconds; it stays in order. 0 by default. */
  readonly jitterMs?: number;
  /** The share that is lost, from 0 to 1; 0 by default. */
  readonly lossShare?: number;
  /** The same seed loses the same input again, and delays it alike. */
  readonly seed?: number;
  /** Whether nothing comes through. */
  readonly isCut?: boolean;
}

/** What a line does with its input. */
export interface DelayLineOptions<T> extends LineQuality {
  readonly deliver: (item: T) => void;
  /** The size of an input; by default its rate does not matter. */
  readonly bytesOf?: (item: T) => number;
  /** The queue that it shares with other lines; its own by default. */
  readonly queue?: RateQueue;
  /** How much later lost input arrives after all, delaying what is behind it, in milliseconds; never by default. */
  readonly againAfterMs?: number;
  readonly clock?: DelayClock;
}

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

/** Input waits for its turn at the line's rate, and then everything takes equally long, but for the jitter. */
export class DelayLine<T> {
  #delayMs = 0;
  #jitterMs = 0;
  #lossShare = 0;
  #isCut = false;
  #chance: () => number = () => 1;
  /** Its own sequence: jitter does not change what is lost. */
  #lateness: () => number = () => 0;
  readonly #deliver: (item: T) => void;
  readonly #bytesOf: (item: T) => number;
  readonly #queue: RateQueue;
  readonly #againAfterMs: number | undefined;
  readonly #clock: DelayClock;
  /** Input during a cut that arrives after all. */
  #held: T[] = [];
  readonly #waiting: { readonly dueMs: number; readonly item: T }[] = [];
  #isScheduled = false;

  /** @throws RangeError for a delay or jitter below 0, a share outside 0 to 1, or as {@link RateQueue} does */
  constructor({
    deliver,
    bytesOf = () => 0,
    againAfterMs,
    clock = systemDelayClock,
    queue = new RateQueue(clock),
    ...quality
  }: DelayLineOptions<T>) {
    this.#deliver = deliver;
    this.#bytesOf = bytesOf;
    this.#queue = queue;
    this.#againAfterMs = againAfterMs;
    this.#clock = clock;
    this.set(quality);
  }

  /** Whether more input would be dropped, or wait longer than the queue allows. */
  get isFull(): boolean {
    return this.#held.length > 0 || this.#queue.isFull;
  }

  /** Changes the line for input from now on; input in flight stays ahead of it. @throws RangeError as the constructor does */
  set({ delayMs, jitterMs = 0, lossShare = 0, seed = 0, isCut = false, ...rate }: LineQuality): void {
    if (!(delayMs >= 0)) throw new RangeError(`delayMs must not be negative, got ${delayMs}`);
    if (!(jitterMs >= 0)) throw new RangeError(`jitterMs must not be negative, got ${jitterMs}`);
    if (!(lossShare >= 0 && lossShare <= 1)) {
      throw new RangeError(`lossShare must be between 0 and 1, got ${lossShare}`);
    }
    this.#queue.set(rate);
    this.#delayMs = delayMs;
    this.#jitterMs = jitterMs;
    this.#lossShare = lossShare;
    this.#chance = chance(seed);
    this.#lateness = chance(~seed);
    this.#isCut = isCut;
    if (isCut) return;
    const held = this.#held;
    this.#held = [];
    for (const item of held) this.push(item);
  }

  /** Accepts one input. Random losses are decided here, by the order of the input and not by its time. */
  push(item: T): void {
    const isKept = this.#againAfterMs !== undefined;
    if (this.#isCut) {
      if (isKept) this.#held.push(item);
      return;
    }
    const isLost = this.#chance() < this.#lossShare;
    if (isLost && !isKept) return;
    const laterMs = (isLost ? (this.#againAfterMs ?? 0) : 0) + this.#jitterMs * this.#lateness();
    this.#queue.push(this.#bytesOf(item), (atMs) => this.#leave(item, atMs, this.#delayMs + laterMs), isKept);
  }

  #leave(item: T, atMs: number, delayMs: number): void {
    const last = this.#waiting.at(-1);
    if (delayMs === 0 && last === undefined) {
      this.#deliver(item);
      return;
    }
    this.#waiting.push({ dueMs: Math.max(atMs + delayMs, last?.dueMs ?? 0), item });
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
