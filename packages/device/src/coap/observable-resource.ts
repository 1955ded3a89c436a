/** @module A resource that clients can observe (RFC 7641). */
import type { AnyParams } from './device-request.ts';

interface Watch {
  readonly params: AnyParams;
  readonly handleNotify: () => void;
}

/** Returned by `device.get(…, { observable: true })`; call `notify()` when the handler's answer has changed. */
export class ObservableResource<Params extends AnyParams = AnyParams> {
  readonly #watches = new Set<Watch>();

  /** The number of observers. */
  get observerCount(): number {
    return this.#watches.size;
  }

  /**
   * Sends each observer the handler's new answer, as long as it still has the right to it; of several calls in a row the last counts.
   * With values for the pattern's `:names`, only observers of a path with these values.
   */
  notify(params: Partial<Params> = {}): void {
    const wanted = Object.entries(params);
    for (const watch of this.#watches)
      if (wanted.every(([name, value]) => watch.params[name] === value)) watch.handleNotify();
  }

  /** Calls a listener on each change; returns a function that stops it. */
  watch(params: AnyParams, handleNotify: () => void): () => void {
    const watch = { params, handleNotify };
    this.#watches.add(watch);
    return () => void this.#watches.delete(watch);
  }
}
