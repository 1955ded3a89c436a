/** @module A stream with half-close, reset and credit: `stream/1` (PROTOCOL.md section 9). */
import type { StreamFrame } from '@longwire/protocol';
import { assertNever, EdgeError, StreamResetCode } from '@longwire/protocol/base';
import {
  decodeStreamFrame,
  encodeStreamFrame,
  ReceiveWindow,
  SendWindow,
  STREAM_CHUNK_BYTES,
} from '@longwire/protocol/stream';
import { Inbox } from './inbox.ts';
import type { ManagedStream, StreamOptions } from './managed-stream.ts';
import { Outbox } from './outbox.ts';
import { nextPhase, type StreamEvent, type StreamPhase } from './stream-phase.ts';
import { resetCodeOf, streamError, StreamResetError } from './stream-reset-error.ts';
import { channelClosed, StreamSocket } from './stream-socket.ts';

/** Most bytes received and not read, in bytes. Reason: 20 MB/s at a round trip of 50 ms. */
export const RECEIVE_WINDOW_BYTES = 1_048_576;

/** A stream whose messages are frames. */
export class FramedStream implements ManagedStream {
  readonly port: number;
  readonly #options: StreamOptions;
  readonly #socket: StreamSocket;
  readonly #inbox: Inbox;
  readonly #outbox: Outbox;
  readonly #sendWindow = new SendWindow();
  readonly #receiveWindow = new ReceiveWindow(RECEIVE_WINDOW_BYTES);
  readonly #closed = Promise.withResolvers<void>();
  /** Aborted when buffered data is irrelevant. */
  readonly #gone = new AbortController();
  #phase: StreamPhase = 'open';

  constructor(options: StreamOptions) {
    const { channel, port, logger } = options;
    this.port = port;
    this.#options = options;
    this.#inbox = new Inbox({
      onRead: (bytes) => this.#grant(bytes),
      onCancel: (reason) => this.#abort(reason),
    });
    this.#outbox = new Outbox({
      reserve: (wanted) => this.#reserve(wanted),
      send: (data) => this.#send({ kind: 'data', data }),
      finish: () => this.#finish(),
      onFailed: (reason) => this.#abort(reason),
    });
    const events = {
      onMessage: (message: Uint8Array) => this.#handleMessage(message),
      onText: () => this.#breach('stream received a text message; frames are binary'),
      onRoom: () => this.#outbox.wake(),
      onClosed: (error: EdgeError = channelClosed()) => this.fail(error),
    };
    this.#socket = new StreamSocket(channel, events, logger);
    // Both ends of the stream report the error, so an unused `closed` must not count as unhandled.
    this.#closed.promise.catch(() => undefined);
    this.#grant(0);
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
    this.#gone.abort(error);
    this.#release();
  }

  #handleMessage(message: Uint8Array): void {
    if (this.#phase === 'closed') return;
    const frame = decodeStreamFrame(message);
    if (frame.ok) this.#handleFrame(frame.value);
    else this.#breach(`cannot parse the stream frame: ${frame.reason}`);
  }

  #handleFrame(frame: StreamFrame): void {
    switch (frame.kind) {
      case 'data':
        return this.#handleData(frame.data);
      case 'fin':
        return this.#move('fin-received');
      case 'reset':
        this.#end(new StreamResetError(frame.code));
        return this.#release();
      case 'credit':
        if (!this.#sendWindow.grant(frame.bytes)) return this.#breach('credit exceeds a uint32');
        return this.#outbox.wake();
      default:
        return assertNever(frame);
    }
  }

  #handleData(data: Uint8Array): void {
    if (this.#phase === 'received-all') return this.#breach('received data after a FIN');
    if (!this.#receiveWindow.receive(data.length)) return this.#breach('received data beyond the credit');
    this.#inbox.push(data);
  }

  #reserve(wanted: number): number {
    if (!this.#socket.hasRoom) return 0;
    return this.#sendWindow.take(Math.min(wanted, STREAM_CHUNK_BYTES, this.#options.maxMessageBytes - 1));
  }

  async #finish(): Promise<void> {
    this.#send({ kind: 'fin' });
    this.#move('fin-sent');
  }

  #grant(read: number): void {
    if (this.#phase === 'closed' || this.#phase === 'received-all') return;
    const bytes = this.#receiveWindow.consume(read);
    if (bytes === 0) return;
    try {
      this.#send({ kind: 'credit', bytes });
    } catch (error) {
      // Buffered data can still be read; the channel's close event follows.
      this.#options.logger.info('stream.credit-failed', { error });
    }
  }

  #abort(reason: unknown): void {
    if (this.#phase !== 'closed') this.#reset(resetCodeOf(reason), streamError(reason));
  }

  #breach(what: string): void {
    if (this.#phase === 'closed') return;
    this.#reset(StreamResetCode.protocol, new EdgeError('ERR_STREAM_PROTOCOL', what));
  }

  #reset(code: number, error: Error): void {
    try {
      this.#send({ kind: 'reset', code });
    } catch (cause) {
      this.#options.logger.info('stream.reset', { cause });
    }
    this.#end(error);
    this.#release();
  }

  #send(frame: StreamFrame): void {
    this.#socket.send(encodeStreamFrame(frame));
  }

  #end(error: Error): void {
    this.#move('failed', error);
  }

  /** The only place that writes the phase. */
  #move(event: StreamEvent, error?: Error): void {
    const before = this.#phase;
    const after = nextPhase(before, event);
    if (after === undefined) return this.#breach('received a second FIN');
    if (before === 'closed') return;
    this.#phase = after;
    if (event === 'fin-received') this.#inbox.end();
    if (after !== 'closed') return;
    if (error === undefined) void this.#closeInOrder();
    else this.#closeWith(error);
  }

  /** Who waits for the end may close the connection then, which would lose what has not left. */
  async #closeInOrder(): Promise<void> {
    try {
      await this.#socket.drained(this.#gone.signal);
      this.#closed.resolve();
    } catch (error) {
      this.#closed.reject(error);
    } finally {
      this.#release();
    }
  }

  #closeWith(error: Error): void {
    this.#inbox.fail(error);
    this.#outbox.fail(error);
    this.#closed.reject(error);
  }

  #release(): void {
    this.#socket.close();
    this.#options.onReleased();
  }
}
