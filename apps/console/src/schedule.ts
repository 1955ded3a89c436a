/** @module The timers of this page, in the form in which they are passed in. */

/** Calls `task` once after `delayMs`; the answer cancels it. */
export function schedule(delayMs: number, task: () => void): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}
