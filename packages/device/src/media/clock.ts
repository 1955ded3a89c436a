/** @module The clock that paces media. */

/** Two clocks and a timer. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  wallMs(): number;
  /** Milliseconds since a fixed point; never jumps. */
  steadyMs(): number;
  /** Calls `task` once after `delayMs`; returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** The machine's clocks. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  schedule: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
