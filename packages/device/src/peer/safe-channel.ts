/** @module A data channel that cannot end the process: callbacks are guarded and no message exceeds the maximum size. */
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

/** Events of a {@link SafeChannel}. */
export interface ChannelEvents {
  text: [message: string];
  bytes: [message: Uint8Array];
  /** All buffered messages have been sent. Not emitted for messages that were never buffered. */
  drained: [];
  /** The channel was closed by either side, or lost with its connection. */
  closed: [end: 'closed' | 'lost'];
}

/** The send accounting that the channels of one client share. */
export interface ChannelOutput {
  /** Counts a message before it is sent. @throws EdgeError ERR_CHANNEL_CLOSED if too many bytes are buffered already. */
  handleSend(channel: SafeChannel, bytes: number): void;
  /** A message was sent, or all buffered messages of a channel were. */
  handleProgress(channel: SafeChannel): void;
  /** A channel ends with some of its bytes still in the library's queue. */
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
    native.onError(
      guardCallback(logger, 'channel-error', (reason) => logger.debug('channel.failed', { reason })),
    );
    native.onMessage(
      guardCallback(logger, 'channel-message', (message) => {
        if (this.#end.hasEnded) return;
        if (typeof message === 'string') this.#events.emit('text', message);
        else this.#events.emit('bytes', viewOf(message));
      }),
    );
    // After onMessage: the library delivers what waits in the order of these calls, and forgets messages once it has reported the close.
    native.onClosed(guardCallback(logger, 'channel-closed', () => this.#handleNativeClosed()));
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
   * The largest message that both sides accept, in bytes. It is negotiated in descriptions and rarely changes, so the value is cached until
   * the library refuses a message.
   */
  get maxMessageBytes(): number {
    this.#maxMessageBytes ??= this.#native.maxMessageSize();
    return this.#maxMessageBytes;
  }

  /** Bytes not yet sent. */
  get bufferedBytes(): number {
    return this.#end.hasEnded ? 0 : this.#native.bufferedAmount();
  }

  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof ChannelEvents>(name: K, listener: (...args: ChannelEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /**
   * Sends one message.
   * @throws EdgeError ERR_CHANNEL_CLOSED if the channel is not open, ERR_MESSAGE_TOO_LARGE above {@link maxMessageBytes}.
   */
  send(message: string | Uint8Array): void {
    // A channel is open when it is created here; the library checks with each message whether it still is.
    if (this.#end.hasEnded) throw new EdgeError('ERR_CHANNEL_CLOSED', 'cannot send: data channel is closed');
    const length = typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
    this.#requireRoom(length);
    this.#output.handleSend(this, length);
    this.#hand(message, length);
    this.#output.handleProgress(this);
  }

  /** Closes the channel; messages sent before are still delivered. Idempotent. */
  close(): void {
    this.#leaveBehind();
    this.#end.close();
  }

  /** Ends the channel because its peer connection ends (see {@link NativeEnd}). */
  abandon(): void {
    this.#isLost = true;
    this.#end.abandon();
  }

  #requireRoom(length: number): void {
    const limit = this.maxMessageBytes;
    if (length > limit)
      throw new EdgeError(
        'ERR_MESSAGE_TOO_LARGE',
        `cannot send a message of ${length} bytes: the limit is ${limit}`,
      );
  }

  #hand(message: string | Uint8Array, length: number): void {
    try {
      if (typeof message === 'string') this.#native.sendMessage(message);
      else this.#native.sendMessageBinary(message);
    } catch (error) {
      // The client's last description lowered the limit, or the channel has closed on a thread of the library.
      if (this.isOpen) {
        this.#maxMessageBytes = undefined;
        this.#requireRoom(length);
      }
      throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel closed while sending', { cause: error });
    }
  }

  #handleNativeClosed(): void {
    this.#leaveBehind();
    this.#end.handleNativeClosed();
  }

  /** Counts the buffered bytes before the channel closes; afterwards the library always reports zero. */
  #leaveBehind(): void {
    const bytes = this.bufferedBytes;
    if (bytes > 0) this.#output.handleLeftBehind(bytes);
  }

  #handleEnd(): void {
    this.#events.emit('closed', this.#isLost ? 'lost' : 'closed');
    this.#events.clear();
  }
}

/** The bytes of a message, without copying. */
function viewOf(message: ArrayBuffer | Buffer): Uint8Array {
  if (message instanceof ArrayBuffer) return new Uint8Array(message);
  return new Uint8Array(message.buffer, message.byteOffset, message.byteLength);
}
