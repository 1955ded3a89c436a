/** @module Work that must not interleave, one task after the other. */

/** Runs tasks strictly in the order they came; one that fails does not stop the next. */
export class TaskQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task, task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
