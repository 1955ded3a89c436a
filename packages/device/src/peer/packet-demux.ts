/** @module Assigns the client's packets to media lines (RFC 9143 section 9.2; the MID header extension is not negotiated). */
import { isRtcpType } from '../media/rtp/rtp-packet.ts';
import type { SdpSection } from '../sdp/sdp-media.ts';

/** The line or lines that a packet belongs to. */
export type PacketTarget =
  /** RTCP: the packet contains the SSRCs it is about, and each line looks for its own. */
  | { readonly kind: 'all' }
  | { readonly kind: 'line'; readonly mid: string }
  /** No line matches, or it is neither RTP nor RTCP. */
  | { readonly kind: 'unknown' };

const RTP_HEADER_BYTES = 12;
const RTCP_HEADER_BYTES = 4;
const UNKNOWN: PacketTarget = { kind: 'unknown' };
const ALL: PacketTarget = { kind: 'all' };

/** Assigns packets to the lines of one description. */
export class PacketDemux {
  readonly #bySsrc = new Map<number, PacketTarget>();
  readonly #byPayloadType = new Map<number, PacketTarget>();

  /** `sections` are those of the client's description. */
  constructor(sections: readonly SdpSection[]) {
    for (const { mid, isRejected, direction, ssrcs, codecs } of sections) {
      if (isRejected || (direction !== 'sendrecv' && direction !== 'sendonly')) continue;
      const target: PacketTarget = { kind: 'line', mid };
      for (const ssrc of ssrcs) this.#bySsrc.set(ssrc, target);
      // A payload type that several lines use identifies none of them.
      for (const payloadType of new Set(codecs.map((codec) => codec.payloadType)))
        this.#byPayloadType.set(payloadType, this.#byPayloadType.has(payloadType) ? UNKNOWN : target);
    }
  }

  /** The line or lines that a packet belongs to. */
  targetOf(packet: Uint8Array): PacketTarget {
    const [first = 0, second = 0] = packet;
    if (first >> 6 !== 2 || packet.length < RTCP_HEADER_BYTES) return UNKNOWN;
    if (isRtcpType(second)) return ALL;
    if (packet.length < RTP_HEADER_BYTES) return UNKNOWN;
    const ssrc = new DataView(packet.buffer, packet.byteOffset).getUint32(8);
    return this.#bySsrc.get(ssrc) ?? this.#byPayloadType.get(second & 0x7f) ?? UNKNOWN;
  }
}
