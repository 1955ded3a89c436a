/** @module All streams of one connection: opens them, and ends them with it. */
import type { Clock, Logger, WaitLimits } from '@longwire/protocol';
import { decodeStreamFrame, formatStreamLabel } from '@longwire/protocol/stream';
import { checkTimeLimit, EdgeError, listen, StreamResetError, throwIfAborted, waitFor } from '../shared.ts';
import type { DataStream, OpenStreamOptions } from './data-stream.ts';
import { MAX_EARLY_BYTES, queueEarlyMessages, type EarlyMessages } from './early-messages.ts';
import { FramedStream } from './framed-stream.ts';
import type { ManagedStream } from './managed-stream.ts';
import { PlainStream } from './plain-stream.ts';
import { channelClosed } from './stream-socket.ts';

/** Options of {@link OpenStreams}. */
export interface OpenStreamsOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Default time limit of opening, in milliseconds. */
  readonly timeoutMs: number;
  readonly createChannel: (label: string) => RTCDataChannel;
  /** The largest message that the other side accepts, in bytes. */
  readonly maxMessageBytes: () => number;
  /** Whether the device has selected `stream/1`. */
  readonly isFramed: () => boolean;
}

interface Fallible {
  fail(error: Error): void;
}

/** Opens streams, and fails all of them when the connection ends. */
export class OpenStreams {
  readonly #options: OpenStreamsOptions;
  readonly #open = new Set<Fallible>();

  constructor(options: OpenStreamsOptions) {
    this.#options = options;
  }

  /**
   * Resolves with a stream whose channel is open.
   * @throws EdgeError ERR_STREAM_PORT, ERR_STREAM_TIMEOUT, ERR_STREAM_RESET, ERR_CHANNEL_CLOSED, ERR_REQUEST_INVALID, ERR_ABORTED
   */
  async open(port: number, options: OpenStreamOptions = {}): Promise<DataStream> {
    const { signal, timeoutMs = this.#options.timeoutMs } = options;
    const label = formatStreamLabel(port);
    checkTimeLimit('timeoutMs', timeoutMs);
    throwIfAborted({ signal });
    const channel = this.#create(label);
    const ended = new AbortController();
    const opening: Fallible = { fail: (error) => ended.abort(error) };
    this.#open.add(opening);
    const time = { clock: this.#options.clock, limitMs: timeoutMs, error: notOpened };
    try {
      return await this.#whenOpen(channel, port, { owner: ended.signal, signal, time });
    } catch (error) {
      channel.close();
      throw error;
    } finally {
      this.#open.delete(opening);
    }
  }

  /** Fails every stream, including those being opened. */
  close(cause: Error): void {
    for (const stream of this.#open) stream.fail(cause);
    this.#open.clear();
  }

  #create(label: string): RTCDataChannel {
    try {
      const channel = this.#options.createChannel(label);
      channel.binaryType = 'arraybuffer';
      return channel;
    } catch (cause) {
      throw new EdgeError('ERR_CHANNEL_CLOSED', 'browser did not create a channel for the stream', { cause });
    }
  }

  /** Creates the stream inside the open event: a message may follow at once, and some may have arrived before. */
  #whenOpen(channel: RTCDataChannel, port: number, limits: WaitLimits): Promise<DataStream> {
    return waitFor<DataStream>(limits, ({ resolve, reject }) => {
      const early = queueEarlyMessages(channel, () => reject(tooMuchTooEarly()));
      const disposers = [
        early.close,
        listen(channel, 'open', () => {
          resolve(this.#make(channel, port));
          early.replay();
        }),
        listen(channel, 'close', () => reject(this.#resetIn(early) ?? channelClosed())),
        listen(channel, 'error', (event: RTCErrorEvent) => reject(channelClosed(event.error))),
      ];
      return () => {
        for (const dispose of disposers) dispose();
      };
    });
  }

  /** Why the device ended a stream whose open event the browser did not deliver. */
  #resetIn({ messages }: EarlyMessages): StreamResetError | undefined {
    if (!this.#options.isFramed()) return undefined;
    for (const message of messages) {
      const frame = message instanceof ArrayBuffer ? decodeStreamFrame(new Uint8Array(message)) : undefined;
      if (frame?.ok && frame.value.kind === 'reset') return new StreamResetError(frame.value.code);
    }
    return undefined;
  }

  #make(channel: RTCDataChannel, port: number): DataStream {
    const { isFramed, maxMessageBytes, logger } = this.#options;
    const Stream = isFramed() ? FramedStream : PlainStream;
    const stream: ManagedStream = new Stream({
      port,
      channel,
      logger,
      maxMessageBytes: maxMessageBytes(),
      onReleased: () => this.#open.delete(stream),
    });
    this.#open.add(stream);
    return stream;
  }
}

function notOpened(limitMs: number): EdgeError {
  return new EdgeError('ERR_STREAM_TIMEOUT', `stream did not open within ${limitMs} ms`);
}

function tooMuchTooEarly(): EdgeError {
  const words = `stream received more than ${MAX_EARLY_BYTES} bytes before it opened`;
  return new EdgeError('ERR_STREAM_OVERFLOW', words);
}
