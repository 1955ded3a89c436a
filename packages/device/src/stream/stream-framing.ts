/** @module How a stream's bytes, ends and credit are framed in the messages of its data channel (docs/protocol/streams.md). */
import {
  assertNever,
  decodeStreamFrame,
  encodeStreamFrame,
  ReceiveWindow,
  SendWindow,
} from '@longwire/protocol';
import type { PlainBacklog } from './plain-backlog.ts';
import { StreamError } from './stream-error.ts';

/** A parsed message of the client. */
export type StreamInput =
  | { readonly kind: 'data'; readonly data: Uint8Array }
  /** The client has ended its direction. */
  | { readonly kind: 'end' }
  /** The client has ended both directions. */
  | { readonly kind: 'reset'; readonly code: number }
  /** The client grants more bytes. */
  | { readonly kind: 'credit' }
  /** The message violates the protocol: the stream is aborted. */
  | { readonly kind: 'violation'; readonly error: Error };

/** The device's side of one stream's framing. Pure: parses and builds messages. */
export interface StreamFraming {
  /** Whether the two directions end separately; otherwise closing the channel ends both. */
  readonly hasHalfClose: boolean;
  /** What precedes the data in a message. */
  readonly head: Uint8Array;
  /** The number of data bytes that may be sent now. */
  readonly allowance: number;
  /** Parses a message. */
  read(message: Uint8Array): StreamInput;
  /** Counts data bytes that are about to be sent; they must not exceed the allowance. */
  sending(bytes: number): void;
  /** Counts bytes that were read; returns a message that grants more, if one is due. */
  consumed(bytes: number): Uint8Array | undefined;
  /** The message that ends the device's direction, if the framing has one. */
  finish(): Uint8Array | undefined;
  /** The message that ends both directions, if the framing has one. */
  reset(code: number): Uint8Array | undefined;
}

/** `stream/1`: each message starts with a type byte, and the receiver grants credit (PROTOCOL.md section 9). */
export class Stream1Framing implements StreamFraming {
  readonly hasHalfClose = true;
  /** The type of a DATA message. */
  readonly head: Uint8Array = Uint8Array.of(0);
  readonly #sending = new SendWindow();
  readonly #receiving = new ReceiveWindow();
  #hasRemoteEnded = false;

  get allowance(): number {
    return this.#sending.available;
  }

  read(message: Uint8Array): StreamInput {
    const frame = decodeStreamFrame(message);
    if (!frame.ok) return violation(frame.reason);
    switch (frame.value.kind) {
      case 'data':
        if (this.#hasRemoteEnded) return violation('stream received DATA after FIN');
        if (!this.#receiving.receive(frame.value.data.length))
          return violation('stream received more DATA than was granted');
        return frame.value;
      case 'fin':
        if (this.#hasRemoteEnded) return violation('stream received FIN after FIN');
        this.#hasRemoteEnded = true;
        return { kind: 'end' };
      case 'credit':
        if (!this.#sending.grant(frame.value.bytes))
          return violation('stream received more CREDIT than a uint32 can hold');
        return { kind: 'credit' };
      case 'reset':
        return frame.value;
      default:
        return assertNever(frame.value);
    }
  }

  sending(bytes: number): void {
    this.#sending.take(bytes);
  }

  consumed(bytes: number): Uint8Array | undefined {
    const credit = this.#receiving.consume(bytes);
    // A client that has sent FIN needs no credit.
    if (credit === 0 || this.#hasRemoteEnded) return undefined;
    return encodeStreamFrame({ kind: 'credit', bytes: credit });
  }

  finish(): Uint8Array {
    return encodeStreamFrame({ kind: 'fin' });
  }

  reset(code: number): Uint8Array {
    return encodeStreamFrame({ kind: 'reset', code });
  }
}

function violation(reason: string): StreamInput {
  return { kind: 'violation', error: StreamError.protocol(reason) };
}

/** What deployed peers use: messages are raw bytes, and closing the channel, the only signal, ends both directions. */
export class PlainFraming implements StreamFraming {
  readonly hasHalfClose = false;
  readonly head: Uint8Array = new Uint8Array();
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

  sending(): void {
    // There is no credit.
  }

  consumed(bytes: number): undefined {
    this.#unread -= bytes;
    this.#backlog.remove(bytes);
  }

  finish(): undefined {
    // There is no such message.
  }

  reset(): undefined {
    // There is no such message.
  }
}
