/** @module The interface of the two stream wire formats, framed and plain (docs/protocol/streams.md). */

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

/** A wire format for streams. Pure: parses and builds messages. */
export interface StreamWire {
  /** Whether the two directions end separately; otherwise closing the channel ends both. */
  readonly hasHalfClose: boolean;
  /** The header bytes before the data of a message. */
  readonly headBytes: number;
  /** The number of data bytes that may be sent now. */
  readonly allowance: number;
  /** Parses a message. */
  read(message: Uint8Array): StreamInput;
  /** Builds a data message; `length` must not exceed the allowance. */
  data(parts: readonly Uint8Array[], length: number): Uint8Array;
  /** Counts bytes that were read; returns a message that grants more, if one is due. */
  consumed(bytes: number): Uint8Array | undefined;
  /** The message that ends the device's direction, if the format has one. */
  finish(): Uint8Array | undefined;
  /** The message that ends both directions, if the format has one. */
  reset(code: number): Uint8Array | undefined;
}

/** Joins parts after `head` zero bytes. */
export function joinParts(head: number, parts: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = parts;
  if (head === 0 && parts.length === 1 && first !== undefined) return first;
  const message = Buffer.allocUnsafe(head + length).fill(0, 0, head);
  let offset = head;
  for (const part of parts) {
    message.set(part, offset);
    offset += part.length;
  }
  return message;
}
