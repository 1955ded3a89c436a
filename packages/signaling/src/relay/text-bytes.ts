/** @module How many bytes a text is on the wire. */

/** UTF-8 takes no more bytes than this for a unit of a string. */
const MAX_BYTES_PER_UNIT = 3;

/** Whether a text has more bytes; those of a short one need not be counted. */
export function isLonger(text: string, bytes: number): boolean {
  return MAX_BYTES_PER_UNIT * text.length > bytes && Buffer.byteLength(text) > bytes;
}
