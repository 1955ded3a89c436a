/**
 * @module The one track that a peer connection of the library has, from its first moment and for good. With exactly one, the library hands
 * every packet over as it came; with none or several it reads RTCP itself, and can be kept in a loop by it (ADR 15).
 */
import type { Logger } from '@longwire/protocol';
import { Video, type Track } from 'node-datachannel';
import { CARRIER_MID } from '../sdp/carrier-sdp.ts';
import { reasonOf } from '../log/reason-of.ts';
import { guardCallback } from './guard-callback.ts';
import { NativeEnd } from './native-end.ts';
import type { NativePeer } from './native-peer.ts';

/** The part of node-datachannel's track that is used. */
export type NativeTrack = Pick<
  Track,
  'close' | 'isOpen' | 'sendMessageBinary' | 'onOpen' | 'onClosed' | 'onError' | 'onMessage'
>;

/** What a {@link Carrier} needs. */
export interface CarrierOptions {
  readonly native: Pick<NativePeer, 'addTrack'>;
  readonly logger: Logger;
  /** DTLS is up: packets can go both ways. */
  readonly handleOpen: () => void;
  /** One packet of the client, whatever it is. */
  readonly handlePacket: (packet: Uint8Array) => void;
}

/** Largest packet, in bytes: what fits an Ethernet frame before SRTP. Reason: the library takes any size, and sends it in pieces. */
const MAX_PACKET_BYTES = 1_500;

/** Carries the packets of all media lines, both ways. */
export class Carrier {
  /** A track closes when its JavaScript object is collected. */
  readonly #native: NativeTrack;
  readonly #logger: Logger;
  readonly #end: NativeEnd;
  #hasOpened = false;

  constructor({ native, logger, handleOpen, handlePacket }: CarrierOptions) {
    const video = new Video(CARRIER_MID, 'SendRecv');
    // What it is called does not matter: the library never looks into a packet.
    video.addVideoCodec(96, 'VP8');
    this.#native = native.addTrack(video);
    this.#logger = logger;
    this.#end = new NativeEnd(this.#native, () => undefined);
    this.#native.onOpen(guardCallback(logger, 'track-open', () => handleOpen()));
    this.#native.onClosed(guardCallback(logger, 'track-closed', () => this.#end.handleNativeClosed()));
    this.#native.onError(
      guardCallback(logger, 'track-error', (reason) => logger.debug('track.error', { reason })),
    );
    this.#native.onMessage(
      guardCallback(logger, 'track-message', (packet) => {
        if (!this.#end.hasEnded) handlePacket(packet);
      }),
    );
  }

  /** Whether packets can be sent. */
  get isOpen(): boolean {
    // Once open it stays so until it ends; the library need not be asked for each packet.
    this.#hasOpened ||= !this.#end.hasEnded && this.#native.isOpen();
    return this.#hasOpened && !this.#end.hasEnded;
  }

  /** Sends one RTP or RTCP packet; false when it could not be sent. */
  send(packet: Uint8Array): boolean {
    if (!this.isOpen || packet.length > MAX_PACKET_BYTES) return false;
    try {
      return this.#native.sendMessageBinary(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength));
    } catch (error) {
      // It may have closed between the question and the call.
      this.#logger.debug('track.send-failed', { reason: reasonOf(error) });
      return false;
    }
  }

  /** The peer connection ends, and the carrier with it (see {@link NativeEnd}). */
  abandon(): void {
    this.#end.abandon();
  }
}
