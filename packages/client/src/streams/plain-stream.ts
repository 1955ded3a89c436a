/** @module A stream of a device without `stream/1`: every message is data, and closing the channel ends both directions. */
import { EdgeError } from '@longwire/protocol/base';
import { STREAM_CHUNK_BYTES } from '@longwire/protocol/stream';
import { Inbox } from './inbox.ts';
import type { ManagedStream, StreamOptions } from './managed-stream.ts';
import { Outbox } from './outbox.ts';
import { streamError } from './stream-reset-error.ts';
import { channelClosed, StreamSocket } from './stream-socket.ts';

/** Most bytes queued for a reader, in bytes. Reason: the device has no flow control, so memory needs a limit. */
export const MAX_UNREAD_BYTES = 16_777_216;

/** A stream whose messages are raw bytes. */
export class PlainStream implements ManagedStream {
  readonly port: number;
  readonly #options: StreamOptions;
  readonly #socket: StreamSocket;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #closed = Promise.withResolvers<void>();
  #phase: 'open' | 'closed' = 'open';

  constructor(options: StreamOptions) {
    const { channel, port, logger } = options;
    this.port = port;
    this.#options = options;
    this.#inbox = new Inbox({
      onRead: () => undefined,
      onCancel: (reason) => this.fail(streamError(reason)),
    });
    this.#outbox = new Outbox({
      reserve: (wanted) => this.#reserve(wanted),
      // Copied: the written buffer belongs to the application.
      send: (bytes) => this.#socket.send(bytes.slice()),
      finish: (signal) => this.#finish(signal),
      onFailed: (reason) => this.fail(streamError(reason)),
    });
    const events = {
      onMessage: (message: Uint8Array) => this.#handleData(message),
      onText: () =>
        this.fail(new EdgeError('ERR_STREAM_PROTOCOL', 'stream received a text message; want bytes')),
      onRoom: () => this.#outbox.wake(),
      onClosed: (error: EdgeError | undefined) => this.#handleClosed(error),
    };
    this.#socket = new StreamSocket(channel, events, logger);
    // Both ends of the stream report the error, so an unused `closed` must not count as unhandled.
    this.#closed.promise.catch(() => undefined);
  }

  get readable(): ReadableStream<Uint8Array> {
    return this.#inbox.readable;
  }

  get writable(): WritableStream<Uint8Array> {
    return this.#outbox.writable;
  }

  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  fail(error: Error): void {
    this.#end(error);
  }

  #handleData(data: Uint8Array): void {
    this.#inbox.push(data);
    const { unreadBytes } = this.#inbox;
    if (unreadBytes <= MAX_UNREAD_BYTES) return;
    const words = `reader is ${unreadBytes} bytes behind, more than ${MAX_UNREAD_BYTES}`;
    this.fail(new EdgeError('ERR_STREAM_OVERFLOW', words));
  }

  #handleClosed(error: EdgeError | undefined): void {
    this.#outbox.fail(error ?? channelClosed());
    this.#end(error);
  }

  #reserve(wanted: number): number {
    if (!this.#socket.hasRoom) return 0;
    return Math.min(wanted, STREAM_CHUNK_BYTES, this.#options.maxMessageBytes);
  }

  async #finish(signal: AbortSignal): Promise<void> {
    await this.#socket.drained(signal);
    this.#end(undefined);
  }

  /** The only place that writes the phase; after an orderly end queued bytes can still be read. */
  #end(error: Error | undefined): void {
    if (this.#phase === 'closed') return;
    this.#phase = 'closed';
    if (error === undefined) {
      this.#inbox.end();
      this.#closed.resolve();
    } else {
      this.#inbox.fail(error);
      this.#outbox.fail(error);
      this.#closed.reject(error);
    }
    this.#socket.close();
    this.#options.onReleased();
  }
}
