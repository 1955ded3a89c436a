/** @module The clock of the device's web. */

/** Timers that a test replaces. */
export interface Clock {
  /** Calls `task` once after `delayMs`; returns a function that cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}
