/** @module Runs tasks one after the other, for work that must not interleave. */

/** Runs tasks strictly in order; a failed one does not stop the next. */
export class TaskQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task, task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
