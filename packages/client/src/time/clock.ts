/** @module Time as a port, so that no test waits for it. */

/** A source of delays. */
export interface Clock {
  /** Calls `task` once after `delayMs`; the answer cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
  /** Milliseconds since some fixed moment; of `performance` unless given. */
  now?(): number;
}

/** The platform's own timers. */
export const systemClock: Clock = {
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
