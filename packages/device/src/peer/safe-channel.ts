/** @module A data channel that cannot end the process: guarded callbacks, and no message over the maximum. */
import { EdgeError, type Emitter, type Logger } from '@longwire/protocol';
import type { DataChannel } from 'node-datachannel';
import { createEmitter } from '../events/create-emitter.ts';
import { guardCallback } from './guard-callback.ts';
import { NativeEnd } from './native-end.ts';

/** The part of node-datachannel's channel that is used. */
export type NativeChannel = Pick<
  DataChannel,
  | 'getLabel'
  | 'close'
  | 'sendMessage'
  | 'sendMessageBinary'
  | 'isOpen'
  | 'bufferedAmount'
  | 'maxMessageSize'
  | 'onBufferedAmountLow'
  | 'onClosed'
  | 'onError'
  | 'onMessage'
>;

/** What a channel tells. */
export interface ChannelEvents {
  text: [message: string];
  bytes: [message: Uint8Array];
  /** Everything that waited has gone; not told of messages that never had to wait. */
  drained: [];
  /** The channel has ended: closed by either side, or lost with its connection. */
  closed: [end: 'closed' | 'lost'];
}

/** What the channels of one client share. */
export interface ChannelOutput {
  /** Counts a message before it is sent. @throws EdgeError ERR_CHANNEL_CLOSED when too much waits already. */
  handleSend(channel: SafeChannel, bytes: number): void;
  /** A message was sent, or everything that waited on a channel has gone. */
  handleProgress(channel: SafeChannel): void;
  /** A channel ends while some of its bytes still wait; they stay in the library's queue. */
  handleLeftBehind(bytes: number): void;
}

/** One data channel of a client. */
export class SafeChannel {
  readonly label: string;
  readonly #native: NativeChannel;
  readonly #events: Emitter<ChannelEvents>;
  readonly #output: ChannelOutput;
  readonly #end: NativeEnd;
  #maxMessageBytes: number | undefined;
  #isLost = false;

  constructor(native: NativeChannel, logger: Logger, output: ChannelOutput) {
    this.#native = native;
    this.#output = output;
    this.label = native.getLabel();
    this.#events = createEmitter(logger);
    this.#end = new NativeEnd(native, () => this.#handleEnd());
    native.onClosed(guardCallback(logger, 'channel-closed', () => this.#handleNativeClosed()));
    native.onError(
      guardCallback(logger, 'channel-error', (reason) => logger.debug('channel.error', { reason })),
    );
    native.onMessage(
      guardCallback(logger, 'channel-message', (message) => {
        if (this.#end.hasEnded) return;
        if (typeof message === 'string') this.#events.emit('text', message);
        else this.#events.emit('bytes', viewOf(message));
      }),
    );
    native.onBufferedAmountLow(
      guardCallback(logger, 'channel-drained', () => {
        if (this.#end.hasEnded) return;
        output.handleProgress(this);
        this.#events.emit('drained');
      }),
    );
  }

  /** Whether messages can be sent. */
  get isOpen(): boolean {
    return !this.#end.hasEnded && this.#native.isOpen();
  }

  /**
   * The largest message that both sides take, in bytes. It stands in descriptions, and hardly ever changes with a later one: asked once, and
   * again where the library refuses a message.
   */
  get maxMessageBytes(): number {
    this.#maxMessageBytes ??= this.#native.maxMessageSize();
    return this.#maxMessageBytes;
  }

  /** The bytes that wait to be sent. */
  get bufferedBytes(): number {
    return this.#end.hasEnded ? 0 : this.#native.bufferedAmount();
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof ChannelEvents>(name: K, listener: (...args: ChannelEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /**
   * Sends one message.
   * @throws EdgeError ERR_CHANNEL_CLOSED when the channel is not open, ERR_MESSAGE_TOO_LARGE for more than both sides take.
   */
  send(message: string | Uint8Array): void {
    // A channel is only ever told of when it is open; whether it still is, the library looks with each message.
    if (this.#end.hasEnded) throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel expected to be open');
    const length = typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
    this.#requireRoom(length);
    this.#output.handleSend(this, length);
    this.#hand(message, length);
    this.#output.handleProgress(this);
  }

  /** Closes the channel; what was sent before still goes out. Again does nothing. */
  close(): void {
    this.#leaveBehind();
    this.#end.close();
  }

  /** The peer connection ends, and the channel with it (see {@link NativeEnd}). */
  abandon(): void {
    this.#isLost = true;
    this.#end.abandon();
  }

  #requireRoom(length: number): void {
    const limit = this.maxMessageBytes;
    if (length > limit)
      throw new EdgeError('ERR_MESSAGE_TOO_LARGE', `message expected up to ${limit} bytes, got ${length}`);
  }

  #hand(message: string | Uint8Array, length: number): void {
    try {
      if (typeof message === 'string') this.#native.sendMessage(message);
      else this.#native.sendMessageBinary(message);
    } catch (error) {
      // The client takes less since its last description, or it has closed: the library does that on threads of its own.
      if (this.isOpen) {
        this.#maxMessageBytes = undefined;
        this.#requireRoom(length);
      }
      throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel closed while it was sent on', { cause: error });
    }
  }

  #handleNativeClosed(): void {
    this.#leaveBehind();
    this.#end.handleNativeClosed();
  }

  /** Once it is closed the library says that nothing waits, whatever does. */
  #leaveBehind(): void {
    const bytes = this.bufferedBytes;
    if (bytes > 0) this.#output.handleLeftBehind(bytes);
  }

  #handleEnd(): void {
    this.#events.emit('closed', this.#isLost ? 'lost' : 'closed');
    this.#events.clear();
  }
}

/** The bytes of a message, which is the receiver's own. */
function viewOf(message: ArrayBuffer | Buffer): Uint8Array {
  if (message instanceof ArrayBuffer) return new Uint8Array(message);
  return new Uint8Array(message.buffer, message.byteOffset, message.byteLength);
}
