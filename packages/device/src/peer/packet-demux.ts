/** @module Which line a packet of the client is for (RFC 9143 section 9.2; no header extension is negotiated that would say so). */
import { isRtcpType } from '../media/rtp/rtp-packet.ts';
import type { SdpSection } from '../sdp/sdp-media.ts';

/** Where a packet goes. */
export type PacketTarget =
  /** RTCP: whom it is about stands in it, and each line looks for itself. */
  | { readonly kind: 'all' }
  | { readonly kind: 'line'; readonly mid: string }
  /** Nobody has said that it would come, or it is neither RTP nor RTCP. */
  | { readonly kind: 'unknown' };

const RTP_HEADER_BYTES = 12;
const RTCP_HEADER_BYTES = 4;
const UNKNOWN: PacketTarget = { kind: 'unknown' };
const ALL: PacketTarget = { kind: 'all' };

/** Tells the packets of one description's lines apart. */
export class PacketDemux {
  readonly #bySsrc = new Map<number, PacketTarget>();
  readonly #byPayloadType = new Map<number, PacketTarget>();

  /** `sections` are the client's: what it sends is what it says. */
  constructor(sections: readonly SdpSection[]) {
    for (const { mid, isRejected, direction, ssrcs, codecs } of sections) {
      if (isRejected || (direction !== 'sendrecv' && direction !== 'sendonly')) continue;
      const target: PacketTarget = { kind: 'line', mid };
      for (const ssrc of ssrcs) this.#bySsrc.set(ssrc, target);
      // A number that several lines use says nothing.
      for (const payloadType of new Set(codecs.map((codec) => codec.payloadType)))
        this.#byPayloadType.set(payloadType, this.#byPayloadType.has(payloadType) ? UNKNOWN : target);
    }
  }

  /** Where a packet goes. */
  targetOf(packet: Uint8Array): PacketTarget {
    const [first = 0, second = 0] = packet;
    if (first >> 6 !== 2 || packet.length < RTCP_HEADER_BYTES) return UNKNOWN;
    if (isRtcpType(second)) return ALL;
    if (packet.length < RTP_HEADER_BYTES) return UNKNOWN;
    const ssrc = new DataView(packet.buffer, packet.byteOffset).getUint32(8);
    return this.#bySsrc.get(ssrc) ?? this.#byPayloadType.get(second & 0x7f) ?? UNKNOWN;
  }
}
