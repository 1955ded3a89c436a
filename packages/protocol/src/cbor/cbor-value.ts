/** @module What a CBOR payload may contain (RFC 8949), and how much of it is read. */

/**
 * A value of a CBOR payload. Integers beyond ±(2^53 - 1) are bigints; `undefined` on the wire becomes null; maps are
 * objects without a prototype.
 */
export type CborValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly CborValue[]
  | { readonly [key: string]: CborValue };

/** Deepest nesting of arrays and maps that is read. Reason: a device's records nest three deep; more only grows the stack. */
export const MAX_CBOR_DEPTH = 32;

/** Longest payload that is read, in bytes. Reason: four times the largest data channel message, for payloads sent in blocks. */
export const MAX_CBOR_BYTES = 1_048_576;

/** Most items (values, keys, chunks) that are read. Reason: one byte on the wire can cost a hundred as an object. */
export const MAX_CBOR_ITEMS = 100_000;
