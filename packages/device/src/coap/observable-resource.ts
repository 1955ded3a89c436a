/** @module A resource that clients can observe (RFC 7641). */
import type { AnyParams } from './device-request.ts';

interface Watch {
  readonly params: AnyParams;
  readonly handleNotify: () => void;
}

/** What `device.get(…, { observable: true })` gives; tell it when what the handler answers has changed. */
export class ObservableResource<Params extends AnyParams = AnyParams> {
  readonly #watches = new Set<Watch>();

  /** How many observe it. */
  get observerCount(): number {
    return this.#watches.size;
  }

  /**
   * Each observer is sent the handler's answer anew, as long as it still may have it; of several calls in a row the last counts. With
   * values of the pattern's `:names`, only those who observe a path with these values.
   */
  notify(params: Partial<Params> = {}): void {
    const wanted = Object.entries(params);
    for (const watch of this.#watches)
      if (wanted.every(([name, value]) => watch.params[name] === value)) watch.handleNotify();
  }

  /** Hears of each change from now on; the answer ends that. */
  watch(params: AnyParams, handleNotify: () => void): () => void {
    const watch = { params, handleNotify };
    this.#watches.add(watch);
    return () => void this.#watches.delete(watch);
  }
}
