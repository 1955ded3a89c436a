/** @module A typed emitter: `on` returns what takes the listener off, and a listener that throws never breaks the sender. */
import { silentLogger, type Logger } from '../logging/logger.ts';

type Listener<T> = (event: T) => void;
type Listeners<Events> = { [K in keyof Events]?: Set<Listener<Events[K]>> };

/** Events by name, each with one value. */
export class Emitter<Events extends object> {
  readonly #listeners: Listeners<Events> = {};
  readonly #logger: Logger;

  constructor(logger: Logger = silentLogger) {
    this.#logger = logger;
  }

  /** Calls the listener at each event; returns what takes it off again. */
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const listeners: Set<Listener<Events[K]>> = this.#listeners[name] ?? new Set();
    this.#listeners[name] = listeners;
    // A function of its own, so that one listener given twice is two subscriptions.
    const entry: Listener<Events[K]> = (event) => listener(event);
    listeners.add(entry);
    return () => {
      listeners.delete(entry);
    };
  }

  /** Whether anybody listens. */
  has(name: keyof Events): boolean {
    return (this.#listeners[name]?.size ?? 0) > 0;
  }

  /** Tells every listener. */
  emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const listener of this.#listeners[name] ?? []) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error('event.listener-failed', { event: String(name), error });
      }
    }
  }

  /** Takes every listener off. */
  clear(): void {
    for (const name in this.#listeners) this.#listeners[name]?.clear();
  }
}
