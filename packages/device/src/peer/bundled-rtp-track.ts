/**
 * @module The one native track of a peer connection, which carries the packets of all media lines. With exactly one track the library
 * hands over every packet unread; with none or several it parses RTCP itself, and a hostile packet can trap it in a loop (ADR 15).
 */
import type { Logger } from '@longwire/protocol';
import { Video } from 'node-datachannel';
import { BUNDLED_RTP_MID } from '../sdp/bundled-rtp-sdp.ts';
import { reasonOf } from '../log/reason-of.ts';
import { guardCallback } from './guard-callback.ts';
import { NativeEnd } from './native-end.ts';
import type { NativePeer, NativeTrack } from './native-peer.ts';

/** Options of {@link BundledRtpTrack}. */
export interface BundledRtpTrackOptions {
  readonly native: Pick<NativePeer, 'addTrack'>;
  readonly logger: Logger;
  /** Called when DTLS is connected: packets can flow in both directions. */
  readonly handleOpen: () => void;
  /** Called with each packet of the client, unchecked. */
  readonly handlePacket: (packet: Uint8Array) => void;
}

/** Largest packet, in bytes: an Ethernet frame before SRTP. Reason: the library accepts any size and sends it in fragments. */
const MAX_PACKET_BYTES = 1_500;

/** Sends and receives the packets of all media lines. */
export class BundledRtpTrack {
  /** The reference keeps the track open: the library closes a track when its JavaScript object is garbage-collected. */
  readonly #native: NativeTrack;
  readonly #logger: Logger;
  readonly #end: NativeEnd;
  #hasOpened = false;

  constructor({ native, logger, handleOpen, handlePacket }: BundledRtpTrackOptions) {
    const video = new Video(BUNDLED_RTP_MID, 'SendRecv');
    // Any codec works: the library never looks into a packet.
    video.addVideoCodec(96, 'VP8');
    this.#native = native.addTrack(video);
    this.#logger = logger;
    this.#end = new NativeEnd(this.#native, () => undefined);
    this.#native.onOpen(guardCallback(logger, 'track-open', () => handleOpen()));
    this.#native.onClosed(guardCallback(logger, 'track-closed', () => this.#end.handleNativeClosed()));
    this.#native.onError(
      guardCallback(logger, 'track-error', (reason) => logger.debug('track.failed', { reason })),
    );
    this.#native.onMessage(
      guardCallback(logger, 'track-message', (packet) => {
        if (!this.#end.hasEnded) handlePacket(packet);
      }),
    );
  }

  /** Whether packets can be sent. */
  get isOpen(): boolean {
    // A track stays open until it ends, so the library is not asked for each packet.
    this.#hasOpened ||= !this.#end.hasEnded && this.#native.isOpen();
    return this.#hasOpened && !this.#end.hasEnded;
  }

  /** Sends one RTP or RTCP packet; false when it could not be sent. */
  send(packet: Uint8Array): boolean {
    if (!this.isOpen || packet.length > MAX_PACKET_BYTES) return false;
    try {
      return this.#native.sendMessageBinary(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength));
    } catch (error) {
      // The track may have closed after the check.
      this.#logger.debug('track.send-failed', { reason: reasonOf(error) });
      return false;
    }
  }

  /** Ends the track because its peer connection ends (see {@link NativeEnd}). */
  abandon(): void {
    this.#end.abandon();
  }
}
