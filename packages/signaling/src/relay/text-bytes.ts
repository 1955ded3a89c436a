/** @module Size of a text on the wire. */

/** Most UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** Whether a text has more bytes than given; short texts are not counted. */
export function isLonger(text: string, bytes: number): boolean {
  return MAX_BYTES_PER_UNIT * text.length > bytes && Buffer.byteLength(text) > bytes;
}
