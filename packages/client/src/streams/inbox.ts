/** @module The readable end of a stream: delivers what arrived at the reader's pace. */
import { ByteQueue } from '@longwire/protocol/stream';

/** The events of an inbox. */
export interface InboxEvents {
  /** The reader took this many bytes. */
  onRead(bytes: number): void;
  /** The reader cancelled although more may arrive. */
  onCancel(reason: unknown): void;
}

type InboxState =
  | { readonly kind: 'open' }
  /** Nothing more arrives; queued bytes can still be read. */
  | { readonly kind: 'ending' }
  | { readonly kind: 'done' };

/** Queues what arrives until it is read. */
export class Inbox {
  readonly readable: ReadableStream<Uint8Array>;
  readonly #events: InboxEvents;
  readonly #queue = new ByteQueue();
  #state: InboxState = { kind: 'open' };
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #isWanted = false;

  constructor(events: InboxEvents) {
    this.#events = events;
    // No queue of its own: it would request bytes that no reader asked for.
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

  /** The number of unread bytes. */
  get unreadBytes(): number {
    return this.#queue.length;
  }

  push(bytes: Uint8Array): void {
    if (this.#state.kind !== 'open') return;
    this.#queue.push(bytes);
    this.#deliver();
  }

  /** Marks the end: nothing more arrives. */
  end(): void {
    if (this.#state.kind !== 'open') return;
    this.#state = { kind: 'ending' };
    this.#deliver();
  }

  /** Ends reading with an error and drops unread bytes. */
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
