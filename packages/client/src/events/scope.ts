/** @module What must be released together, in the reverse of the order it was taken. */

/** Releases one thing; called once. */
export type Disposer = () => void;

/** Collects disposers; once disposed of, whatever is added is released at once. */
export class Scope {
  readonly #onDisposeError: (error: unknown) => void;
  #disposers: Disposer[] | undefined = [];

  constructor(onDisposeError: (error: unknown) => void) {
    this.#onDisposeError = onDisposeError;
  }

  add(disposer: Disposer): void {
    if (this.#disposers === undefined) this.#run(disposer);
    else this.#disposers.push(disposer);
  }

  /** Releases everything, newest first; one failure does not keep the others from being released. */
  disposeAll(): void {
    const disposers = this.#disposers ?? [];
    this.#disposers = undefined;
    for (const disposer of disposers.toReversed()) this.#run(disposer);
  }

  #run(disposer: Disposer): void {
    try {
      disposer();
    } catch (error) {
      this.#onDisposeError(error);
    }
  }
}
