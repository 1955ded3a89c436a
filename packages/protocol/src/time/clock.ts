/** @module Time and timers as a port, so that tests control both. */

/** Two times in milliseconds, and timers. */
export interface Clock {
  /** Time since an arbitrary moment, for elapsed times and time limits. Never jumps. */
  monotonic(): number;
  /** Time since the epoch, for stored, displayed or signed times. Jumps when the system clock is set. */
  wall(): number;
  /** Calls `task` once after `delayMs`; returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** The part of a platform's global object that a clock needs; `T` is its handle of a timer. */
export interface PlatformTimers<T> {
  readonly performance: { now(): number };
  setTimeout(task: () => void, delayMs: number): T;
  clearTimeout(timer: T): void;
}

/** The clock of a platform; pass `globalThis`. */
export function clockOf<T>(platform: PlatformTimers<T>): Clock {
  return {
    monotonic: () => platform.performance.now(),
    wall: () => Date.now(),
    schedule(delayMs, task) {
      const timer = platform.setTimeout(task, delayMs);
      return () => platform.clearTimeout(timer);
    },
  };
}
