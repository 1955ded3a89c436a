/** @module The header extension with one sequence for all packets of a connection (draft-holmer-rmcat-transport-wide-cc-extensions-01 section 2). */

/** The URI of the extension in descriptions. */
export const TRANSPORT_SEQUENCE_URI =
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';

/** The extension in one packet. */
export interface TransportSequence {
  /** The negotiated id, from 1 to 14. */
  readonly id: number;
  readonly sequence: number;
}

/** Length of the extension block, in bytes. */
export const TRANSPORT_SEQUENCE_BYTES = 8;

/** The profile of extensions with headers of one byte (RFC 8285 section 4.2). */
const ONE_BYTE_PROFILE = 0xbede;

/** Writes the extension block: the profile, its length in words, and one element of two bytes followed by one of padding. */
export function writeTransportSequence(
  bytes: Buffer,
  offset: number,
  { id, sequence }: TransportSequence,
): void {
  bytes.writeUInt16BE(ONE_BYTE_PROFILE, offset);
  bytes.writeUInt16BE(1, offset + 2);
  bytes.writeUInt8((id << 4) | 1, offset + 4);
  bytes.writeUInt16BE(sequence, offset + 5);
  bytes.writeUInt8(0, offset + 7);
}
