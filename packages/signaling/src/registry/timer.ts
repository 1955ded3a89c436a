/** @module Delayed tasks. */

import { setImmediate } from 'node:timers/promises';

/** Runs a task once after `ms`, unless the returned object is disposed first. */
export type After = (ms: number, task: () => void) => Disposable;

/** Uses setTimeout. */
export const afterTimeout: After = (ms, task) => {
  const timer = setTimeout(task, ms);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
};

/** Yields to sockets and timers: SQLite is synchronous, and a loop over it would block the process. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
