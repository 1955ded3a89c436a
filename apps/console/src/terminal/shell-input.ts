/** @module What is typed and the size of the window, as a device's shell takes them (docs/protocol/streams.md). */

/** A byte that is in no UTF-8 text: what follows says what it means. */
const ESCAPE = 0xff;
const SIZE = 1;

/** Largest window that a device takes, in either direction. */
const MAX_CELLS = 1000;

/** Bytes that are typed. */
export function shellKeys(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(ESCAPE)) return bytes;
  return Uint8Array.from(Array.from(bytes).flatMap((byte) => (byte === ESCAPE ? [ESCAPE, ESCAPE] : [byte])));
}

/** The size of the window. */
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
