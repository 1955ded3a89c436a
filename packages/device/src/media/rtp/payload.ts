/** @module The payload of one RTP packet. */

/** A payload in two parts, so that the body, which all viewers share, is not copied for a short header. */
export interface RtpPayload {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
}

/** Largest payload of a packet, in bytes: with all headers it stays below 1280 bytes, the minimum IPv6 MTU. */
export const MAX_PAYLOAD_BYTES = 1_150;

/** Largest received payload that is forwarded, in bytes: an Ethernet frame without SRTP. It may be sent in IP fragments. */
export const MAX_READY_PAYLOAD_BYTES = 1_472;

const NO_HEADER = new Uint8Array(0);

/** A payload without a separate header. */
export function wholePayload(body: Uint8Array): RtpPayload {
  return { header: NO_HEADER, body };
}

/** The longest padding, in bytes: its length is one byte (RFC 3550 section 5.1). */
const PADDING_BYTES = 255;

/** A payload that is only padding. */
export const PADDING: RtpPayload = wholePayload(
  Uint8Array.from({ length: PADDING_BYTES }, (_, index) => (index === PADDING_BYTES - 1 ? PADDING_BYTES : 0)),
);

/** The length of a payload, in bytes. */
export function payloadBytes({ header, body }: RtpPayload): number {
  return header.length + body.length;
}

/** Splits data into pieces of about equal size, at most `maxBytes`; empty data gives no piece. */
export function cut(data: Uint8Array, maxBytes: number): Uint8Array[] {
  const count = Math.ceil(data.length / maxBytes);
  const size = Math.ceil(data.length / count);
  return Array.from({ length: count }, (_, index) => data.subarray(index * size, (index + 1) * size));
}
