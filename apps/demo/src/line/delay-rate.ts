/** @module The rate of a line: input leaves one after another, and what does not fit into the queue before it is dropped. */
import type { DelayClock } from './delay-clock.ts';

/** How much a line carries. */
export interface RateLimit {
  /** In bits a second; unlimited by default. */
  readonly bitsPerSecond?: number;
  /** How long input may wait for its turn, in milliseconds at that rate; for ever by default. */
  readonly queueMs?: number;
}

interface Waiting {
  readonly bytes: number;
  readonly leave: (atMs: number) => void;
}

/** The queue in front of a line. Several flows may share it. */
export class RateQueue {
  readonly #clock: DelayClock;
  /** The first one is being sent. */
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #bitsPerSecond = Number.POSITIVE_INFINITY;
  #queueMs = Number.POSITIVE_INFINITY;
  /** When the first one has been sent. */
  #sentAtMs = 0;
  #isScheduled = false;

  constructor(clock: DelayClock) {
    this.#clock = clock;
  }

  /** Changes rate and queue; what waits already is not dropped. @throws RangeError for a rate of 0 or less, or a negative queue */
  set({ bitsPerSecond = Number.POSITIVE_INFINITY, queueMs = Number.POSITIVE_INFINITY }: RateLimit): void {
    if (!(bitsPerSecond > 0)) throw new RangeError(`bitsPerSecond must be positive, got ${bitsPerSecond}`);
    if (!(queueMs >= 0)) throw new RangeError(`queueMs must not be negative, got ${queueMs}`);
    this.#leaveDue();
    this.#bitsPerSecond = bitsPerSecond;
    this.#queueMs = queueMs;
  }

  /** Whether what waits takes as long as it may, or longer. */
  get isFull(): boolean {
    this.#leaveDue();
    return this.#waiting.length > 0 && this.#durationMs(this.#waitingBytes) >= this.#queueMs;
  }

  /** Accepts input, and calls `leave` with the time at which it has been sent; drops input for which the queue has no room, unless `isKept`. */
  push(bytes: number, leave: (atMs: number) => void, isKept = false): void {
    this.#leaveDue();
    const nowMs = this.#clock.monotonic();
    if (this.#waiting.length === 0) this.#sentAtMs = nowMs + this.#durationMs(bytes);
    else if (!isKept && this.#durationMs(this.#waitingBytes + bytes) > this.#queueMs) return;
    this.#waiting.push({ bytes, leave });
    this.#waitingBytes += bytes;
    this.#leaveDue();
    this.#scheduleNext();
  }

  #durationMs(bytes: number): number {
    return (bytes * 8 * 1000) / this.#bitsPerSecond;
  }

  /** A timer that fires late does not slow the line down: the next one began when the first was sent. */
  #leaveDue(): void {
    const nowMs = this.#clock.monotonic();
    for (
      let [first] = this.#waiting;
      first !== undefined && this.#sentAtMs <= nowMs;
      [first] = this.#waiting
    ) {
      this.#waiting.shift();
      this.#waitingBytes -= first.bytes;
      const atMs = this.#sentAtMs;
      const [next] = this.#waiting;
      if (next !== undefined) this.#sentAtMs += this.#durationMs(next.bytes);
      first.leave(atMs);
    }
  }

  #scheduleNext(): void {
    if (this.#waiting.length === 0 || this.#isScheduled) return;
    this.#isScheduled = true;
    this.#clock.schedule(Math.max(0, this.#sentAtMs - this.#clock.monotonic()), () => {
      this.#isScheduled = false;
      this.#leaveDue();
      this.#scheduleNext();
    });
  }
}
