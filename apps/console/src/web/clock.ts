/** @module What the device's web needs of time. */

/** Timers that a test replaces. */
export interface Clock {
  /** Calls `task` once after `delayMs`; the answer cancels it. */
  schedule(delayMs: number, task: () => void): () => void;
}
