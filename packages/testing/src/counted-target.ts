/** @module An event target that knows how many listeners it has, so that a test can count what was left behind. */

/** What a fake event carries besides its type. */
export type EventFields = Readonly<Record<string, unknown>>;

interface ListenerEntry {
  readonly type: string;
  readonly listener: EventListenerOrEventListenerObject;
}

/** An `EventTarget` that counts its listeners. */
export class CountedTarget extends EventTarget {
  #entries: ListenerEntry[] = [];

  /** How many listeners there are now. */
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
