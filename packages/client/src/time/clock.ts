/** @module Time as a port, so that tests need not wait. */

/** A source of delays. */
export interface Clock {
  /** Calls `task` once after `delayMs`; returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
  /** Milliseconds since some fixed moment; default: `performance`. */
  now?(): number;
}

/** The platform's timers. */
export const systemClock: Clock = {
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
