/** @module Work that must not interleave. */

/** Runs tasks one after the other, in the order they came; a task that fails does not stop the next. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Runs a task after all earlier ones. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(task);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
