/** @module The clock as a port, so that tests control time. */

/** Time and timers. */
export interface Clock {
  /**
   * Milliseconds since the epoch, for stored, displayed or signed times. Jumps when the system clock is set.
   */
  now(): number;
  /** Milliseconds since an arbitrary moment, for elapsed time. Never jumps. */
  monotonic(): number;
  /** Runs `task` once after `ms`, unless the returned object is disposed first. */
  after(ms: number, task: () => void): Disposable;
  /** Runs `task` every `ms` until the returned object is disposed. */
  every(ms: number, task: () => void): Disposable;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, task) => setTimeout(task, ms),
  every: (ms, task) => setInterval(task, ms),
};
