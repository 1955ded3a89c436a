/** @module The data channel of a stream: binary messages, a bounded buffer, and an orderly end. */
import type { Logger } from '@longwire/protocol';
import { EdgeError, waitFor } from '@longwire/protocol/base';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';

/** Most bytes passed to the browser and not sent, in bytes. Reason: keeps the line busy for 30 ms at 40 MB/s. */
export const MAX_BUFFERED_BYTES = 1_048_576;

/** Writing resumes below this, in bytes. Reason: well before the line runs dry. */
const RESUME_BUFFERED_BYTES = 262_144;

/** The events of a socket; none after its end. */
export interface StreamSocketEvents {
  onMessage(message: Uint8Array): void;
  /** A message is not binary, which no stream allows. */
  onText(): void;
  /** The buffer has room again. */
  onRoom(): void;
  /** The channel closed, in order as far as the browser can tell; or it broke. */
  onClosed(error: EdgeError | undefined): void;
}

/** An open channel. */
export class StreamSocket {
  readonly #channel: RTCDataChannel;
  readonly #scope: Scope;

  constructor(channel: RTCDataChannel, events: StreamSocketEvents, logger: Logger) {
    this.#channel = channel;
    this.#scope = new Scope((error) => logger.warn('stream.release-failed', { error }));
    channel.bufferedAmountLowThreshold = RESUME_BUFFERED_BYTES;
    this.#scope.add(() => channel.close());
    this.#scope.add(
      listen(channel, 'message', ({ data }: MessageEvent<unknown>) => {
        if (data instanceof ArrayBuffer) events.onMessage(new Uint8Array(data));
        else events.onText();
      }),
    );
    this.#scope.add(listen(channel, 'bufferedamountlow', () => events.onRoom()));
    this.#scope.add(
      listen(channel, 'error', (event: RTCErrorEvent) => {
        events.onClosed(channelClosed(event.error));
      }),
    );
    this.#scope.add(listen(channel, 'close', () => events.onClosed(undefined)));
  }

  get hasRoom(): boolean {
    return this.#channel.bufferedAmount < MAX_BUFFERED_BYTES;
  }

  /** Sends one message. @throws EdgeError ERR_CHANNEL_CLOSED */
  send(message: Uint8Array<ArrayBuffer>): void {
    try {
      this.#channel.send(message);
    } catch (cause) {
      throw channelClosed(cause);
    }
  }

  /** Resolves when everything was sent. */
  async drained(signal: AbortSignal): Promise<void> {
    if (this.#channel.bufferedAmount === 0) return;
    this.#channel.bufferedAmountLowThreshold = 0;
    await waitFor<void>({ owner: signal }, ({ resolve }) =>
      listen(this.#channel, 'bufferedamountlow', () => resolve()),
    );
  }

  /** Stops listening and closes; buffered data is still sent. Safe to repeat. */
  close(): void {
    this.#scope.disposeAll();
  }
}

/** The error of a channel that is gone. */
export function channelClosed(cause?: unknown): EdgeError {
  return new EdgeError('ERR_CHANNEL_CLOSED', 'channel of the stream is closed', {
    cause,
  });
}
