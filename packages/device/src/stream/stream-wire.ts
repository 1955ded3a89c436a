/** @module What the messages of a stream's channel mean, in either way of the wire (docs/protocol/streams.md). */

/** What a message of the other side means. */
export type StreamInput =
  | { readonly kind: 'data'; readonly data: Uint8Array }
  /** The other side sends no more data. */
  | { readonly kind: 'end' }
  /** The other side ended both directions. */
  | { readonly kind: 'reset'; readonly code: number }
  /** More may be sent. */
  | { readonly kind: 'credit' }
  /** The message is against the rules: the stream ends. */
  | { readonly kind: 'violation'; readonly error: Error };

/** One way of carrying a stream. Pure: messages in, meanings out, and the other way round. */
export interface StreamWire {
  /** Whether the directions end one by one; else closing the channel ends both. */
  readonly hasHalfClose: boolean;
  /** The bytes in front of the data of a message. */
  readonly headBytes: number;
  /** How many bytes may be sent now. */
  readonly allowance: number;
  /** Takes a message. */
  read(message: Uint8Array): StreamInput;
  /** The message for some bytes, no more than the allowance. */
  data(parts: readonly Uint8Array[], length: number): Uint8Array;
  /** Bytes have reached the reader; the answer is the message that grants more, if one is due. */
  consumed(bytes: number): Uint8Array | undefined;
  /** The message after the last data, if there is one. */
  finish(): Uint8Array | undefined;
  /** The message that ends both directions, if there is one. */
  reset(code: number): Uint8Array | undefined;
}

/** Puts parts behind a head of so many bytes that are left zero. */
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
