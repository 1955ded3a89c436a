/** @module Bounded output queue of one socket. */

/** The part of a WebSocket that sends. */
export interface OutputPort {
  readonly bufferedAmount: number;
  send(bytes: Buffer, options: { binary: false }, done?: (error?: Error | null) => void): void;
}

/** Options of {@link SocketOutbox}. */
export interface SocketOutboxOptions {
  readonly port: OutputPort;
  /** Unsent bytes above which `offer` waits. */
  readonly highWaterBytes: number;
  /** Unsent bytes above which the socket is closed. */
  readonly maxBytes: number;
  readonly owner: SocketOutboxOwner;
}

/** The socket whose output it is. */
export interface SocketOutboxOwner {
  /** The reader is too far behind. */
  handleOverflow(): void;
}

interface Offer {
  /** Returns the text when it can be sent; undefined if it is no longer needed. */
  readonly make: () => string | undefined;
  readonly settle: () => void;
}

/** RFC 6455 section 5.2: the header of a server's frame has at most this many bytes. */
const MAX_HEAD_BYTES = 10;

const AS_TEXT = { binary: false } as const;

/** Sends in order with bounded memory, however slow the reader is. */
export class SocketOutbox {
  readonly #port: OutputPort;
  readonly #highWaterBytes: number;
  readonly #maxBytes: number;
  readonly #owner: SocketOutboxOwner;
  /** Created when an offer has to wait: most readers keep up. */
  #offers: Offer[] | undefined;
  #isClosed = false;

  constructor({ port, highWaterBytes, maxBytes, owner }: SocketOutboxOptions) {
    this.#port = port;
    this.#highWaterBytes = highWaterBytes;
    this.#maxBytes = maxBytes;
    this.#owner = owner;
  }

  /** Sends immediately; a reader that is too far behind is disconnected instead. */
  send(text: string): void {
    if (this.#isClosed) return;
    // Bytes are cheaper to write than a string, including the header.
    const bytes = Buffer.from(text);
    const unsent = this.#port.bufferedAmount + bytes.length;
    if (unsent > this.#maxBytes) this.#owner.handleOverflow();
    else if (unsent + MAX_HEAD_BYTES <= this.#highWaterBytes) this.#port.send(bytes, AS_TEXT);
    else this.#port.send(bytes, AS_TEXT, () => this.#release());
  }

  /**
   * Sends as soon as the reader has caught up. If that takes time, returns a promise that resolves when the
   * text was sent or dropped, so that senders to a slow reader wait instead of filling memory.
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

  /** Sends nothing more and releases all waiting senders. */
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
