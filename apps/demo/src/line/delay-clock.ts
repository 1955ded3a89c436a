/** @module The clock of a line. */

/** The clock of a line. */
export interface DelayClock {
  monotonic(): number;
  /** Calls `task` once after `delayMs`. */
  schedule(delayMs: number, task: () => void): void;
}

/** The machine's clock. */
export const systemDelayClock: DelayClock = {
  monotonic: () => performance.now(),
  schedule: (delayMs, task) => void setTimeout(task, delayMs),
};
