/** @module The way of deployed peers: messages are bytes, and closing the channel is the end of both directions. */
import { StreamError } from './stream-error.ts';
import { joinParts, type StreamInput, type StreamWire } from './stream-wire.ts';

/**
 * Most bytes of a plain stream that its reader has not taken yet. Reason: such a client cannot be held back; this is room for a
 * reader that pauses for a moment at full speed, and 128 streams (MAX_STREAMS) of a client that floods them all take 128 MiB.
 */
export const MAX_PLAIN_BACKLOG_BYTES: number = 1024 * 1024;

/** The device's end of a stream without framing. */
export class PlainWire implements StreamWire {
  readonly hasHalfClose = false;
  readonly headBytes = 0;
  readonly allowance: number = Number.POSITIVE_INFINITY;
  #backlog = 0;

  read(message: Uint8Array): StreamInput {
    this.#backlog += message.length;
    if (this.#backlog > MAX_PLAIN_BACKLOG_BYTES)
      return { kind: 'violation', error: StreamError.overflow(MAX_PLAIN_BACKLOG_BYTES) };
    return { kind: 'data', data: message };
  }

  data(parts: readonly Uint8Array[], length: number): Uint8Array {
    return joinParts(this.headBytes, parts, length);
  }

  consumed(bytes: number): undefined {
    this.#backlog -= bytes;
  }

  finish(): undefined {
    // Closing says it.
  }

  reset(): undefined {
    // Closing says it.
  }
}
