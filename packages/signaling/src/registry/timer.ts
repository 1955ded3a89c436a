/** @module Work that is done later. */

import { setImmediate } from 'node:timers/promises';

/** Runs a task once after `ms`, unless the answer is disposed before. */
export type After = (ms: number, task: () => void) => Disposable;

/** The machine's timer. */
export const afterTimeout: After = (ms, task) => {
  const timer = setTimeout(task, ms);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
};

/** Lets sockets and timers have their turn: SQLite answers at once, and a loop over it would keep everybody else waiting to its end. */
export async function breathe(): Promise<void> {
  await setImmediate();
}
