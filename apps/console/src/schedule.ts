/** @module The timers of this page, in the form in which they are injected. */

/** Calls `task` once after `delayMs`; returns a function that cancels it. */
export function schedule(delayMs: number, task: () => void): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}
