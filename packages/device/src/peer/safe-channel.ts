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
  | 'onClosed'
  | 'onError'
  | 'onMessage'
>;

/** What a channel tells. */
export interface ChannelEvents {
  text: [message: string];
  bytes: [message: Uint8Array];
  closed: [];
}

/** What the channels of one client share. */
export interface ChannelOutput {
  /** The bytes that wait on all of them. */
  bufferedBytes(): number;
  /** The client does not read: ends the connection, because a channel that is closed keeps what waits on it. */
  handleOverflow(): void;
}

/** Most bytes that wait for a client that does not read, on all its channels, before its connection is ended. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

/** One data channel of a client. */
export class SafeChannel {
  readonly label: string;
  readonly #native: NativeChannel;
  readonly #events: Emitter<ChannelEvents>;
  readonly #output: ChannelOutput;
  readonly #end: NativeEnd;

  constructor(native: NativeChannel, logger: Logger, output: ChannelOutput) {
    this.#native = native;
    this.#output = output;
    this.label = native.getLabel();
    this.#events = createEmitter(logger);
    this.#end = new NativeEnd(native, () => this.#handleEnd());
    native.onClosed(guardCallback(logger, 'channel-closed', () => this.#end.handleNativeClosed()));
    native.onError(
      guardCallback(logger, 'channel-error', (reason) => logger.debug('channel.error', { reason })),
    );
    native.onMessage(
      guardCallback(logger, 'channel-message', (message) => {
        if (this.#end.hasEnded) return;
        if (typeof message === 'string') this.#events.emit('text', message);
        else this.#events.emit('bytes', new Uint8Array(message));
      }),
    );
  }

  /** The largest message that both sides take, in bytes. */
  get maxMessageBytes(): number {
    return this.#native.maxMessageSize();
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
    if (this.#end.hasEnded || !this.#native.isOpen())
      throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel expected to be open');
    const length = typeof message === 'string' ? Buffer.byteLength(message) : message.byteLength;
    const limit = this.maxMessageBytes;
    if (length > limit)
      throw new EdgeError('ERR_MESSAGE_TOO_LARGE', `message expected up to ${limit} bytes, got ${length}`);
    if (this.#output.bufferedBytes() + length > MAX_BUFFERED_BYTES) {
      this.#output.handleOverflow();
      throw new EdgeError('ERR_CHANNEL_CLOSED', 'data channel closed: the other side does not read');
    }
    if (typeof message === 'string') this.#native.sendMessage(message);
    else this.#native.sendMessageBinary(message);
  }

  /** Closes the channel; again does nothing. */
  close(): void {
    this.#end.close();
  }

  /** The peer connection ends, and the channel with it (see {@link NativeEnd}). */
  abandon(): void {
    this.#end.abandon();
  }

  #handleEnd(): void {
    this.#events.emit('closed');
    this.#events.clear();
  }
}
