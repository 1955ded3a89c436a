/** @module An event target that counts its listeners, so that a test can find leaked ones. */

/** Fields of a fake event besides its type. */
export type EventFields = Readonly<Record<string, unknown>>;

interface ListenerEntry {
  readonly type: string;
  readonly listener: EventListenerOrEventListenerObject;
}

/** An `EventTarget` that counts its listeners. */
export class CountedTarget extends EventTarget {
  #entries: ListenerEntry[] = [];

  /** How many listeners are registered. */
  get listenerCount(): number {
    return this.#entries.length;
  }

  override addEventListener(type: string, listener: EventListenerOrEventListenerObject | null): void {
    super.addEventListener(type, listener);
    if (listener !== null && !this.#has(type, listener)) this.#entries.push({ type, listener });
  }

  override removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null): void {
    super.removeEventListener(type, listener);
    this.#entries = this.#entries.filter((entry) => entry.type !== type || entry.listener !== listener);
  }

  /** Dispatches an event with fields. */
  fire(type: string, fields: EventFields = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }

  #has(type: string, listener: EventListenerOrEventListenerObject): boolean {
    return this.#entries.some((entry) => entry.type === type && entry.listener === listener);
  }
}
