/** @module The readable end of a stream: hands out what arrived exactly as fast as it is read. */
import { ByteQueue } from '@longwire/protocol/stream';

/** What an inbox tells about. */
export interface InboxEvents {
  /** So many bytes were taken by the reader. */
  onRead(bytes: number): void;
  /** The reader wants no more, though more may come. */
  onCancel(reason: unknown): void;
}

type InboxState =
  | { readonly kind: 'open' }
  /** Nothing more arrives; what is there can still be read. */
  | { readonly kind: 'ending' }
  | { readonly kind: 'done' };

/** Keeps what arrives until it is read. */
export class Inbox {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #events: InboxEvents;
  readonly #queue = new ByteQueue();
  #state: InboxState = { kind: 'open' };
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isWanted = false;

  constructor(events: InboxEvents) {
    this.#events = events;
    // No more is asked for than is read: a queue of the stream's own would be demand that nobody has.
    this.readable = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#isWanted = true;
          this.#deliver();
        },
        cancel: (reason) => this.#cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  /** How many bytes arrived and were not read. */
  get unreadBytes(): number {
    return this.#queue.length;
  }

  push(bytes: Uint8Array): void {
    if (this.#state.kind !== 'open') return;
    this.#queue.push(bytes);
    this.#deliver();
  }

  /** Nothing more arrives. */
  end(): void {
    if (this.#state.kind !== 'open') return;
    this.#state = { kind: 'ending' };
    this.#deliver();
  }

  /** Ends reading with an error; what was not read is gone. */
  fail(error: Error): void {
    if (this.#state.kind === 'done') return;
    this.#done();
    this.#controller?.error(error);
  }

  #deliver(): void {
    while (this.#isWanted) {
      const bytes = this.#queue.shift();
      if (bytes === undefined) break;
      this.#isWanted = false;
      this.#controller?.enqueue(bytes);
      this.#events.onRead(bytes.length);
    }
    if (this.#state.kind !== 'ending' || this.#queue.length > 0) return;
    this.#done();
    this.#controller?.close();
  }

  #cancel(reason: unknown): void {
    const isMoreToCome = this.#state.kind === 'open';
    this.#done();
    if (isMoreToCome) this.#events.onCancel(reason);
  }

  #done(): void {
    this.#state = { kind: 'done' };
    this.#queue.clear();
  }
}
