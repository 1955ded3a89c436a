/** @module A typed emitter: a listener that throws never affects the sender. */

/** Called with an error that a listener threw. */
export type ListenerErrorHandler = (event: string, error: unknown) => void;

/** Event names and the arguments of their listeners. */
export type EventMap<Events> = { readonly [K in keyof Events]: readonly unknown[] };

type Listener<Args extends readonly unknown[]> = (...args: Args) => void;
type Listeners<Events extends EventMap<Events>> = { [K in keyof Events]?: Set<Listener<Events[K]>> };

/** Accepts listeners. */
export interface Listenable<Events extends EventMap<Events>> {
  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): () => void;
}

/** Calls listeners in the order they were added. */
export class Emitter<Events extends EventMap<Events>> implements Listenable<Events> {
  readonly #listeners: Listeners<Events> = {};
  readonly #onListenerError: ListenerErrorHandler;

  constructor(onListenerError: ListenerErrorHandler) {
    this.#onListenerError = onListenerError;
  }

  on<K extends keyof Events>(event: K, listener: Listener<Events[K]>): () => void {
    const all = (this.#listeners[event] ??= new Set());
    // Wrapped, so that adding one listener twice gives two subscriptions.
    const own: Listener<Events[K]> = (...args) => listener(...args);
    all.add(own);
    return () => {
      all.delete(own);
    };
  }

  /** Whether the event has a listener. */
  has(event: keyof Events): boolean {
    return (this.#listeners[event]?.size ?? 0) > 0;
  }

  /** Calls every current listener, except one that an earlier one removes. */
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
