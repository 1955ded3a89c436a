/** @module Heads of CBOR items (RFC 8949 section 3): a major type and a number. */

/** The major types, which are the first three bits of a head. */
export const Major = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;

/** The last five bits of the head of an item of indefinite length, and of the break that ends it. */
export const INDEFINITE = 31;

/** Simple values and the widths of floats, by the last five bits of a head of major type 7 (RFC 8949 section 3.3). */
export const Simple = {
  false: 20,
  true: 21,
  null: 22,
  undefined: 23,
  half: 25,
  single: 26,
  double: 27,
} as const;
