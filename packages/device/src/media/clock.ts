/** @module The clock that media is paced by. */

/** Two clocks and a timer. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  wallMs(): number;
  /** Milliseconds since some fixed moment; never jumps. */
  steadyMs(): number;
  /** Runs a task once after a delay; returns what stops it. */
  setTimer(task: () => void, delayMs: number): () => void;
}

/** The machine's clocks. */
export const systemClock: Clock = {
  wallMs: () => Date.now(),
  steadyMs: () => performance.now(),
  setTimer: (task, delayMs) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
