/** @module Timers that a scope or a stack disposes. */
import type { Clock } from './clock.ts';

/** Runs `task` once after `delayMs`, unless the returned object is disposed first. */
export function after(clock: Clock, delayMs: number, task: () => void): Disposable {
  return { [Symbol.dispose]: clock.schedule(delayMs, task) };
}

/** Runs `task` every `intervalMs` until the returned object is disposed. */
export function every(clock: Clock, intervalMs: number, task: () => void): Disposable {
  const run = (): void => {
    stop = clock.schedule(intervalMs, run);
    task();
  };
  let stop = clock.schedule(intervalMs, run);
  return { [Symbol.dispose]: () => stop() };
}
