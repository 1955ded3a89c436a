/** @module Test fixture: the framing of CoAP over TCP (RFC 8323 section 3.2), which differs from that of `coap-ws/1` in its length only. */

/** The nibbles 13, 14 and 15 are followed by 1, 2 and 4 bytes, which count from these values. */
const EXTENDED = [
  { nibble: 13, bytes: 1, from: 13 },
  { nibble: 14, bytes: 2, from: 269 },
  { nibble: 15, bytes: 4, from: 65_805 },
] as const;

/** Prepends the length to a message. */
export function toTcp(message: Uint8Array): Buffer {
  const tokenBytes = (message[0] ?? 0) & 15;
  const length = message.length - 2 - tokenBytes;
  const extended = EXTENDED.findLast(({ from }) => length >= from);
  const extra = Buffer.alloc(extended?.bytes ?? 0);
  if (extended !== undefined) extra.writeUIntBE(length - extended.from, 0, extended.bytes);
  const first = ((extended?.nibble ?? length) << 4) | tokenBytes;
  return Buffer.concat([Uint8Array.of(first), extra, message.subarray(1)]);
}

/** Extracts messages from a TCP stream, without their lengths. */
export class TcpMessages {
  #rest = Buffer.alloc(0);

  /** Returns the messages that these bytes complete. */
  take(bytes: Uint8Array): Uint8Array[] {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    const messages: Uint8Array[] = [];
    for (let message = this.#next(); message !== undefined; message = this.#next()) messages.push(message);
    return messages;
  }

  #next(): Uint8Array | undefined {
    const first = this.#rest[0];
    if (first === undefined) return undefined;
    const [nibble, tokenBytes] = [first >> 4, first & 15];
    const extended = EXTENDED.find((one) => one.nibble === nibble);
    const headBytes = 1 + (extended?.bytes ?? 0);
    if (this.#rest.length < headBytes) return undefined;
    const length = extended === undefined ? nibble : this.#rest.readUIntBE(1, extended.bytes) + extended.from;
    const end = headBytes + 1 + tokenBytes + length;
    if (this.#rest.length < end) return undefined;
    const message = Uint8Array.of(tokenBytes, ...this.#rest.subarray(headBytes, end));
    this.#rest = this.#rest.subarray(end);
    return message;
  }
}
