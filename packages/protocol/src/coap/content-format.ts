/** @module CoAP content formats (SPEC.md section 9). */

/** The content formats by name. */
export const ContentFormat = {
  text: 0,
  linkFormat: 40,
  xml: 41,
  octetStream: 42,
  json: 50,
  cbor: 60,
} as const;

/** The number of a content format; numbers outside of the table are allowed in both directions. */
export type ContentFormat = number;
