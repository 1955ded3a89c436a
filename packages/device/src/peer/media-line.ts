/** @module One media line of a peer connection: RTP and RTCP packets in both directions, without SRTP. */
import type { Emitter, Logger } from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import type { BandwidthEstimate } from '../media/bandwidth/bandwidth-estimate.ts';
import type { MediaTransport } from '../media/bandwidth/media-transport.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import type { MediaDirection } from '../sdp/sdp-media.ts';
import type { BundledRtpTrack } from './bundled-rtp-track.ts';

/** Events of a {@link MediaLine}. */
export interface MediaLineEvents {
  /** The line has been negotiated and DTLS is up: media can flow. */
  open: [];
  /** One RTP packet of the client on this line, or one RTCP packet of any line. */
  packet: [packet: Uint8Array];
  closed: [];
}

/** Options of {@link MediaLine}. */
export interface MediaLineOptions {
  readonly description: MediaLineDescription;
  readonly rtpTrack: Pick<BundledRtpTrack, 'send'>;
  readonly transport: MediaTransport;
  readonly logger: Logger;
}

/** One media line. */
export class MediaLine {
  /** What the device's descriptions say about this line. */
  readonly description: MediaLineDescription;
  /** The direction that the device wants or has negotiated, from its own view. */
  direction: MediaDirection = 'inactive';
  /** The media of the peer connection, which all lines share. */
  readonly transport: MediaTransport;
  /** The id of the header extension with the transport sequence, once the client has offered or accepted it on this line. */
  transportSequenceId: number | undefined;
  readonly #rtpTrack: Pick<BundledRtpTrack, 'send'>;
  readonly #events: Emitter<MediaLineEvents>;
  #state: 'new' | 'open' | 'closed' = 'new';

  constructor({ description, rtpTrack, transport, logger }: MediaLineOptions) {
    this.description = description;
    this.transport = transport;
    this.#rtpTrack = rtpTrack;
    this.#events = createEmitter(logger);
  }

  get mid(): string {
    return this.description.mid;
  }

  /** The estimate for the peer connection. */
  get bandwidth(): BandwidthEstimate {
    return this.transport.bandwidth;
  }

  /** Whether media can flow. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Adds a listener; returns a function that removes it. */
  on<K extends keyof MediaLineEvents>(name: K, listener: (...args: MediaLineEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Marks the line as open: media can flow. Idempotent. */
  open(): void {
    if (this.#state !== 'new') return;
    this.#state = 'open';
    this.#events.emit('open');
  }

  /** Takes one packet from the client. */
  handlePacket(packet: Uint8Array): void {
    this.#events.emit('packet', packet);
  }

  /** Sends one RTP or RTCP packet; false when it could not be sent. */
  send(packet: Uint8Array): boolean {
    return this.isOpen && this.#rtpTrack.send(packet);
  }

  /** Closes the line. Idempotent. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#events.emit('closed');
    this.#events.clear();
  }
}
