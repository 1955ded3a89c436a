/** @module Resources that are released together, in reverse order. */

/** Releases one thing; called once. */
export type Disposer = () => void;

/** Collects disposers; after disposal, anything added is released at once. */
export class Scope {
  readonly #onDisposeError: (error: unknown) => void;
  #disposers: Set<Disposer> | undefined = new Set();

  constructor(onDisposeError: (error: unknown) => void) {
    this.#onDisposeError = onDisposeError;
  }

  add(disposer: Disposer): void {
    if (this.#disposers === undefined) this.#run(disposer);
    else this.#disposers.add(disposer);
  }

  /** Forgets a disposer that is not needed any more. */
  remove(disposer: Disposer): void {
    this.#disposers?.delete(disposer);
  }

  /** Releases everything, newest first; one failure does not prevent the others. */
  disposeAll(): void {
    const disposers = [...(this.#disposers ?? [])];
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
