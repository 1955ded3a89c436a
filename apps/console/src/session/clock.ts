/** @module Time as a session sees it. */

/** The time, and a way to be called later. */
export interface Clock {
  now(): number;
  /** Calls `task` after `delayMs`; the answer calls it off. */
  after(delayMs: number, task: () => void): () => void;
}

/** The browser's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};
