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

/** A content format's number; numbers other than those of the table may be sent and received. */
export type ContentFormat = number;
