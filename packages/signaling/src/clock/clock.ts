/** @module The clock as a port, so that tests move time themselves. */

/** Time, and work to be done when it has passed. */
export interface Clock {
  /** Milliseconds since the epoch: for what is stored, shown or signed. It jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some fixed moment: for elapsed time. It never jumps. */
  monotonic(): number;
  /** Runs `task` once after `ms`, unless the answer is disposed before. */
  after(ms: number, task: () => void): Disposable;
  /** Runs `task` each `ms` until the answer is disposed. */
  every(ms: number, task: () => void): Disposable;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, task) => setTimeout(task, ms),
  every: (ms, task) => setInterval(task, ms),
};
