/** @module What one RTP packet carries. */

/** A payload in two parts, so that what all viewers share is not copied for a header of a few bytes. */
export interface RtpPayload {
  readonly header: Uint8Array;
  readonly body: Uint8Array;
}

/** Largest payload of a packet, in bytes: with all headers it stays below 1280 bytes, the smallest IPv6 path. */
export const MAX_PAYLOAD_BYTES = 1_150;

/** Largest ready-made payload, in bytes: what fits an Ethernet frame without SRTP. Such a one may be sent in IP fragments. */
export const MAX_READY_PAYLOAD_BYTES = 1_472;

const NO_HEADER = new Uint8Array(0);

/** A payload without a header of its own. */
export function wholePayload(body: Uint8Array): RtpPayload {
  return { header: NO_HEADER, body };
}

/** The length of a payload, in bytes. */
export function payloadBytes({ header, body }: RtpPayload): number {
  return header.length + body.length;
}

/** Cuts data into pieces of at most `maxBytes`, all about the same size; no data is no piece. */
export function cut(data: Uint8Array, maxBytes: number): Uint8Array[] {
  const count = Math.ceil(data.length / maxBytes);
  const size = Math.ceil(data.length / count);
  return Array.from({ length: count }, (_, index) => data.subarray(index * size, (index + 1) * size));
}
