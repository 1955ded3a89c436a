/** @module A typed emitter in which a listener that throws never reaches the sender. */

/** Told about an error that a listener threw. */
export type ListenerErrorHandler = (event: string, error: unknown) => void;

/** A map of event name to what its listeners are given. */
export type EventMap<Events> = { readonly [K in keyof Events]: readonly unknown[] };

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;
type Listeners<Events extends EventMap<Events>> = { [K in keyof Events]?: Set<Listener<Events[K]>> };

/** What may be listened to. */
export interface Listenable<Events extends EventMap<Events>> {
  /** Adds a listener; the answer removes it again. */
  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): () => void;
}

/** Holds listeners and calls them in the order they came. */
export class Emitter<Events extends EventMap<Events>> implements Listenable<Events> {
  readonly #listeners: Listeners<Events> = {};
  readonly #onListenerError: ListenerErrorHandler;

  constructor(onListenerError: ListenerErrorHandler) {
    this.#onListenerError = onListenerError;
  }

  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): () => void {
    const all = (this.#listeners[event] ??= new Set());
    // A function of its own, so that one listener given twice is two subscriptions.
    const own: Listener<Events[K]> = (...args) => listener(...args);
    all.add(own);
    return () => {
      all.delete(own);
    };
  }

  /** Whether anybody listens. */
  has(event: keyof Events): boolean {
    return (this.#listeners[event]?.size ?? 0) > 0;
  }

  /** Calls every listener there is now, save one that an earlier one removes. */
  emit<K extends keyof Events>(event: K, ...args: Events[K]): void {
    const listeners = this.#listeners[event] ?? new Set();
    for (const listener of Array.from(listeners)) {
      try {
        if (listeners.has(listener)) listener(...args);
      } catch (error) {
        this.#onListenerError(String(event), error);
      }
    }
  }

  /** Removes every listener. */
  clear(): void {
    for (const event in this.#listeners) this.#listeners[event]?.clear();
  }
}
