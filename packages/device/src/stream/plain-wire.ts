/** @module The wire format of deployed peers: messages are raw bytes, and closing the channel ends both directions. */
import type { PlainBacklog } from './plain-backlog.ts';
import { StreamError } from './stream-error.ts';
import { joinParts, type StreamInput, type StreamWire } from './stream-wire.ts';

/** The device's side of a stream without framing. */
export class PlainWire implements StreamWire {
  readonly hasHalfClose = false;
  readonly headBytes = 0;
  readonly allowance: number = Number.POSITIVE_INFINITY;
  readonly #backlog: PlainBacklog;
  #unread = 0;

  constructor(backlog: PlainBacklog) {
    this.#backlog = backlog;
  }

  read(message: Uint8Array): StreamInput {
    const limit = this.#backlog.add(message.length, this.#unread);
    if (limit !== undefined) return { kind: 'violation', error: StreamError.overflow(limit) };
    this.#unread += message.length;
    return { kind: 'data', data: message };
  }

  data(parts: readonly Uint8Array[], length: number): Uint8Array {
    return joinParts(this.headBytes, parts, length);
  }

  consumed(bytes: number): undefined {
    this.#unread -= bytes;
    this.#backlog.remove(bytes);
  }

  finish(): undefined {
    // Closing the channel is the only signal.
  }

  reset(): undefined {
    // Closing the channel is the only signal.
  }
}
