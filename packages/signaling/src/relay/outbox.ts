/** @module The output of one socket, bounded. */

/** The part of a WebSocket that sends. */
export interface OutputPort {
  readonly bufferedAmount: number;
  send(bytes: Buffer, options: { binary: false }, done?: (error?: Error | null) => void): void;
}

/** What an outbox needs. */
export interface OutboxOptions {
  readonly port: OutputPort;
  /** Above this many unsent bytes `offer` waits. */
  readonly highWaterBytes: number;
  /** Above this many unsent bytes the reader is given up. */
  readonly maxBytes: number;
  readonly owner: OutboxOwner;
}

/** Whose output it is. */
export interface OutboxOwner {
  /** The reader is too far behind. */
  handleOverflow(): void;
}

interface Offer {
  /** The text when its turn comes; undefined when nobody wants it any more. */
  readonly make: () => string | undefined;
  readonly settle: () => void;
}

/** RFC 6455 section 5.2: what stands before the payload of a server's frame has no more bytes than this. */
const MAX_HEAD_BYTES = 10;

const AS_TEXT = { binary: false } as const;

/** Keeps order and a bounded amount of memory, whatever the reader does. */
export class Outbox {
  readonly #port: OutputPort;
  readonly #highWaterBytes: number;
  readonly #maxBytes: number;
  readonly #owner: OutboxOwner;
  /** Made when one has to wait for the first time: most sockets have readers that keep up. */
  #offers: Offer[] | undefined;
  #isClosed = false;

  constructor({ port, highWaterBytes, maxBytes, owner }: OutboxOptions) {
    this.#port = port;
    this.#highWaterBytes = highWaterBytes;
    this.#maxBytes = maxBytes;
    this.#owner = owner;
  }

  /** Sends at once; a reader that is too far behind is given up instead. */
  send(text: string): void {
    if (this.#isClosed) return;
    // Bytes are cheaper to write than a string, header and all.
    const bytes = Buffer.from(text);
    const unsent = this.#port.bufferedAmount + bytes.length;
    if (unsent > this.#maxBytes) this.#owner.handleOverflow();
    else if (unsent + MAX_HEAD_BYTES <= this.#highWaterBytes) this.#port.send(bytes, AS_TEXT);
    else this.#port.send(bytes, AS_TEXT, () => this.#release());
  }

  /**
   * Sends as soon as the reader has caught up. The answer, if any, resolves when it was sent or dropped, so that
   * whoever feeds a slow reader waits for it instead of filling memory.
   */
  offer(make: () => string | undefined): Promise<void> | undefined {
    if (this.#isClosed) return undefined;
    if (this.#offers === undefined && !this.#isFull()) {
      this.#sendMade(make);
      return undefined;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    (this.#offers ??= []).push({ make, settle: resolve });
    return promise;
  }

  /** Sends nothing more; everybody who waits goes on. */
  close(): void {
    this.#isClosed = true;
    const offers = this.#offers ?? [];
    this.#offers = undefined;
    for (const offer of offers) offer.settle();
  }

  #release(): void {
    while (this.#offers !== undefined && !this.#isClosed && !this.#isFull()) {
      const offer = this.#offers.shift();
      if (this.#offers.length === 0) this.#offers = undefined;
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
    return this.#port.bufferedAmount > this.#highWaterBytes;
  }
}
