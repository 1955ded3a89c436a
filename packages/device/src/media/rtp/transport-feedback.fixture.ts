/** @module Writes feedback on the arrival of packets, as viewers do. */

/** The contents of a message. */
export interface WrittenFeedback {
  /** The sequence of the first packet. */
  readonly base: number;
  /** The arrival of each packet in milliseconds; undefined for one that has not arrived. */
  readonly arrivals: readonly (number | undefined)[];
  /** The number of the message. */
  readonly counter: number;
}

/** Packets of a chunk with two bits for each. */
const CHUNK = 7;

/** Writes one message, every arrival with a delta of two bytes. */
export function writeTransportFeedback({ base, arrivals, counter }: WrittenFeedback): Uint8Array {
  const first = arrivals.find((arrival) => arrival !== undefined) ?? 0;
  const reference = Math.floor(first / 64);
  const chunks: number[] = [];
  const deltas: number[] = [];
  let ticks = reference * 256;
  for (let start = 0; start < arrivals.length; start += CHUNK) {
    let chunk = 0xc000;
    for (const [index, arrival] of arrivals.slice(start, start + CHUNK).entries()) {
      if (arrival === undefined) continue;
      chunk |= 2 << (12 - 2 * index);
      const at = Math.round(arrival * 4);
      deltas.push(at - ticks);
      ticks = at;
    }
    chunks.push(chunk);
  }
  const length = Math.ceil((20 + 2 * chunks.length + 2 * deltas.length) / 4) * 4;
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(0x80 | 15, 0);
  bytes.writeUInt8(205, 1);
  bytes.writeUInt16BE(length / 4 - 1, 2);
  bytes.writeUInt32BE(9, 4);
  bytes.writeUInt16BE(base, 12);
  bytes.writeUInt16BE(arrivals.length, 14);
  bytes.writeUIntBE(reference % 2 ** 24, 16, 3);
  bytes.writeUInt8(counter % 256, 19);
  for (const [index, chunk] of chunks.entries()) bytes.writeUInt16BE(chunk, 20 + 2 * index);
  for (const [index, delta] of deltas.entries())
    bytes.writeInt16BE(delta, 20 + 2 * chunks.length + 2 * index);
  return bytes;
}
