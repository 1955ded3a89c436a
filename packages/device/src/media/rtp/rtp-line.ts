/** @module The part of a media line that RTP senders and receivers use. */
import type { BandwidthEstimate } from '../bandwidth/bandwidth-estimate.ts';
import type { MediaTransport } from '../bandwidth/media-transport.ts';

/** Events of an {@link RtpLine}. */
export interface RtpLineEvents {
  open: [];
  packet: [packet: Uint8Array];
  closed: [];
}

/** A negotiated media line. */
export interface RtpLine {
  readonly isOpen: boolean;
  /** The estimate for the line's peer connection, which all its lines share. */
  readonly bandwidth: BandwidthEstimate;
  /** The media of the line's peer connection. */
  readonly transport: MediaTransport;
  /** The id of the header extension with the transport sequence; undefined if the client has not accepted it on this line. */
  readonly transportSequenceId: number | undefined;
  on<K extends keyof RtpLineEvents>(name: K, listener: (...args: RtpLineEvents[K]) => void): () => void;
  /** Sends one RTP or RTCP packet; returns false if it could not be sent. */
  send(packet: Uint8Array): boolean;
}
