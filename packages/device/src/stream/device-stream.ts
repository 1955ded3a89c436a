/** @module One byte stream of a client, as a Node.js duplex stream for handlers. */
import { Duplex } from 'node:stream';
import { assertNever, ByteQueue, STREAM_CHUNK_BYTES } from '@longwire/protocol';
import { reasonOf } from '../log/reason-of.ts';
import type { SafeChannel } from '../peer/safe-channel.ts';
import { OutgoingBytes } from './outgoing-bytes.ts';
import type { ResetLinger } from './reset-linger.ts';
import { resetCodeOf, StreamError } from './stream-error.ts';
import type { OutputTurn, StreamOutput } from './stream-output.ts';
import type { StreamFraming, StreamInput } from './stream-framing.ts';

/** The part of a channel that a stream uses. */
export type StreamChannel = Pick<
  SafeChannel,
  'bufferedBytes' | 'isOpen' | 'maxMessageBytes' | 'send' | 'close' | 'on'
>;

/** Options of {@link DeviceStream}. */
export interface DeviceStreamOptions {
  readonly channel: StreamChannel;
  readonly framing: StreamFraming;
  readonly output: StreamOutput;
  readonly resets: ResetLinger;
  readonly closedGraceMs?: number;
}

/** Bytes that may wait for their turn before `write` returns false: the next message is ready when one is sent. */
const WRITE_AHEAD_BYTES = 2 * STREAM_CHUNK_BYTES;

/** Received bytes that are buffered in the Readable before the handler reads. */
const READ_AHEAD_BYTES = STREAM_CHUNK_BYTES;

/** How long received bytes wait for a reader after the channel has closed, in milliseconds. Reason: nothing waits forever. */
const DEFAULT_CLOSED_GRACE_MS = 30_000;

type Done = (error?: Error | null) => void;

interface WrittenChunk {
  readonly chunk: Uint8Array;
}

/**
 * A stream in both directions. `end()` ends the device's direction; `destroy()` ends both immediately, with a reset if the framing
 * has one. `write()` returns false while the client or the network is slow. While the handler does not read, the client is
 * slowed down, if the framing has flow control.
 */
export class DeviceStream extends Duplex implements OutputTurn {
  readonly #channel: StreamChannel;
  readonly #framing: StreamFraming;
  readonly #output: StreamOutput;
  readonly #resets: ResetLinger;
  readonly #unsubscribers: readonly (() => void)[];
  readonly #closedGraceMs: number;
  /** Most data bytes in one message. */
  readonly #chunkBytes: number;
  /** Received bytes that have not been read. */
  readonly #received = new ByteQueue();
  readonly #outgoing = new OutgoingBytes();
  /** The callback of the pending write, called once its bytes are passed to the library. */
  #written: Done | undefined;
  #isReaderWaiting = false;
  /** Whether the client has ended its direction. */
  #hasRemoteEnded = false;
  /** Whether the end of the device's direction was sent. */
  #hasLocalEnded = false;
  #hasPushedEnd = false;
  /** Whether the channel has closed. */
  #isChannelClosed = false;
  #graceTimer: NodeJS.Timeout | undefined;

  constructor(options: DeviceStreamOptions) {
    const { channel, framing, output, resets, closedGraceMs = DEFAULT_CLOSED_GRACE_MS } = options;
    super({
      allowHalfOpen: framing.hasHalfClose,
      writableHighWaterMark: WRITE_AHEAD_BYTES,
      readableHighWaterMark: READ_AHEAD_BYTES,
      decodeStrings: true,
    });
    this.#channel = channel;
    this.#framing = framing;
    this.#output = output;
    this.#resets = resets;
    this.#closedGraceMs = closedGraceMs;
    this.#chunkBytes = Math.min(STREAM_CHUNK_BYTES, channel.maxMessageBytes - framing.head.length);
    this.#unsubscribers = [
      channel.on('bytes', (message) => this.#handleInput(this.#framing.read(message))),
      channel.on('text', () => this.destroy(StreamError.protocol('stream received a text message'))),
      channel.on('drained', () => this.#output.run()),
      channel.on('closed', (end) => this.#handleClosed(end)),
    ];
    this.once('end', () => {
      if (this.#isChannelClosed) this.#settleWritten(null);
    });
  }

  /** Whether the two directions end separately; otherwise the end of one ends both. */
  get hasHalfClose(): boolean {
    return this.#framing.hasHalfClose;
  }

  /** Bytes not yet sent by the library. */
  get bufferedBytes(): number {
    return this.#channel.bufferedBytes;
  }

  /** Sends one message; only for {@link StreamOutput}. */
  sendNext(): boolean {
    const bytes = Math.min(this.#framing.allowance, this.#chunkBytes, this.#outgoing.length);
    if (this.#written === undefined || bytes <= 0) return false;
    this.#framing.sending(bytes);
    if (!this.#send(this.#outgoing.take(bytes, this.#framing.head))) return false;
    if (this.#outgoing.length > 0) return this.#framing.allowance > 0;
    this.#settleWritten(null);
    return false;
  }

  override _read(): void {
    this.#isReaderWaiting = true;
    this.#flow();
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: Done): void {
    this._writev([{ chunk }], done);
  }

  override _writev(chunks: readonly WrittenChunk[], done: Done): void {
    this.#written = done;
    // The closed channel ended both directions: discard the bytes, but complete the write only once the reader sees the end.
    if (this.#isChannelClosed) {
      if (this.readableEnded) this.#settleWritten(null);
      return;
    }
    for (const { chunk } of chunks) this.#outgoing.add(chunk);
    if (this.#outgoing.length === 0) this.#settleWritten(null);
    else this.#output.request(this);
  }

  override _final(done: Done): void {
    const message = this.#framing.finish();
    this.#hasLocalEnded = true;
    if (message === undefined) this.#channel.close();
    else if (!this.#send(message)) return;
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    clearTimeout(this.#graceTimer);
    const isOver = this.#hasRemoteEnded && this.#hasLocalEnded;
    const isReset = (!isOver || error !== null) && this.#reset(error);
    if (isReset) this.#resets.close(this.#channel);
    else this.#channel.close();
    this.#output.forget(this);
    this.#framing.consumed(this.#received.length);
    this.#received.clear();
    this.#outgoing.clear();
    this.#settleWritten(error ?? StreamError.lost('stream destroyed'));
    done(error);
  }

  #handleInput(input: StreamInput): void {
    switch (input.kind) {
      case 'data':
        this.#received.push(input.data);
        this.#flow();
        break;
      case 'end':
        this.#hasRemoteEnded = true;
        this.#flow();
        break;
      case 'credit':
        if (this.#written !== undefined) this.#output.request(this);
        break;
      case 'reset':
        this.#isChannelClosed = true;
        this.destroy(StreamError.resetByClient(input.code));
        break;
      case 'violation':
        this.destroy(input.error);
        break;
      default:
        assertNever(input);
    }
  }

  /** Pushes received bytes while the reader wants more. */
  #flow(): void {
    while (this.#isReaderWaiting && !this.destroyed) {
      const bytes = this.#received.shift();
      if (bytes === undefined) break;
      this.#isReaderWaiting = this.push(bytes);
      const credit = this.#framing.consumed(bytes.length);
      if (credit !== undefined && !this.#isChannelClosed) this.#send(credit);
    }
    if (!this.#hasRemoteEnded || this.#received.length > 0 || this.#hasPushedEnd || this.destroyed) return;
    this.#hasPushedEnd = true;
    this.push(null);
    // With nothing left to read, `end` must be emitted even if the handler does not read.
    if (this.readableLength === 0) this.read(0);
  }

  #handleClosed(end: 'closed' | 'lost'): void {
    this.#isChannelClosed = true;
    const isInOrder = this.#framing.hasHalfClose
      ? this.#hasRemoteEnded && this.#hasLocalEnded
      : end === 'closed';
    if (!isInOrder) {
      this.destroy(StreamError.lost('stream aborted: its channel has closed'));
      return;
    }
    this.#hasRemoteEnded = true;
    this.#output.forget(this);
    this.#outgoing.clear();
    const giveUp = (): void =>
      void this.destroy(StreamError.lost('stream closed before it was read to its end'));
    this.#graceTimer = setTimeout(giveUp, this.#closedGraceMs);
    this.#flow();
  }

  /** Sends a message; destroys the stream if the channel cannot send. */
  #send(message: Uint8Array): boolean {
    try {
      this.#channel.send(message);
      return true;
    } catch (cause) {
      this.destroy(StreamError.lost(reasonOf(cause)));
      return false;
    }
  }

  /** Sends a reset with the error's code, if the framing has resets. Returns whether it was sent. */
  #reset(error: Error | null): boolean {
    if (this.#isChannelClosed || !this.#channel.isOpen) return false;
    const message = this.#framing.reset(resetCodeOf(error));
    if (message === undefined) return false;
    try {
      this.#channel.send(message);
      return true;
    } catch {
      // The client is gone or does not read: it notices the end of the connection instead.
      return false;
    }
  }

  #settleWritten(error: Error | null): void {
    const written = this.#written;
    this.#written = undefined;
    written?.(error);
  }
}
