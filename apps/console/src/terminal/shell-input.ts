/** @module Encodes keys and window size for a device's shell (docs/protocol/streams.md). */

/** A byte that never occurs in UTF-8; the next one is a command. */
const ESCAPE = 0xff;
const SIZE = 1;

/** Largest window that a device accepts, in either direction. */
const MAX_CELLS = 1000;

/** Escapes typed bytes. */
export function shellKeys(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(ESCAPE)) return bytes;
  return Uint8Array.from(Array.from(bytes).flatMap((byte) => (byte === ESCAPE ? [ESCAPE, ESCAPE] : [byte])));
}

/** Encodes the window size. */
export function shellSize(columns: number, rows: number): Uint8Array {
  const message = new Uint8Array(6);
  const view = new DataView(message.buffer);
  message.set([ESCAPE, SIZE]);
  view.setUint16(2, cells(columns));
  view.setUint16(4, cells(rows));
  return message;
}

function cells(count: number): number {
  return Math.min(Math.max(Math.trunc(count), 1), MAX_CELLS);
}
