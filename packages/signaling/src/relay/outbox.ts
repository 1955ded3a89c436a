/** @module The output of one socket, bounded. */

/** The part of a WebSocket that sends. */
export interface OutputPort {
  readonly bufferedAmount: number;
  send(text: string, done: (error?: Error | null) => void): void;
}

/** What an outbox needs. */
export interface OutboxOptions {
  readonly port: OutputPort;
  /** Above this many unsent bytes `offer` waits. */
  readonly highWaterBytes: number;
  /** Above this many unsent bytes the reader is given up: `onOverflow`. */
  readonly maxBytes: number;
  readonly onOverflow: () => void;
}

interface Offer {
  /** The text when its turn comes; undefined when nobody wants it any more. */
  readonly make: () => string | undefined;
  readonly settle: () => void;
}

/** Keeps order and a bounded amount of memory, whatever the reader does. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #offers: Offer[] = [];
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Sends at once; a reader that is too far behind is given up instead. */
  send(text: string): void {
    if (this.#isClosed) return;
    const { port, maxBytes, onOverflow } = this.#options;
    if (port.bufferedAmount + Buffer.byteLength(text) > maxBytes) {
      onOverflow();
      return;
    }
    port.send(text, () => this.#release());
  }

  /**
   * Sends as soon as the reader has caught up. The answer, if any, resolves when it was sent or dropped, so that
   * whoever feeds a slow reader waits for it instead of filling memory.
   */
  offer(make: () => string | undefined): Promise<void> | undefined {
    if (this.#offers.length === 0 && !this.#isFull()) {
      this.#sendMade(make);
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#offers.push({ make, settle: resolve });
    return promise;
  }

  /** Sends nothing more; everybody who waits goes on. */
  close(): void {
    this.#isClosed = true;
    for (const offer of this.#offers.splice(0)) offer.settle();
  }

  #release(): void {
    while (!this.#isClosed && !this.#isFull()) {
      const offer = this.#offers.shift();
      if (offer === undefined) return;
      this.#sendMade(offer.make);
      offer.settle();
    }
  }

  #sendMade(make: () => string | undefined): void {
    const text = make();
    if (text !== undefined) this.send(text);
  }

  #isFull(): boolean {
    return this.#options.port.bufferedAmount > this.#options.highWaterBytes;
  }
}
