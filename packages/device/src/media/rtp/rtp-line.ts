/** @module The part of a media line that RTP senders and receivers use. */

/** Events of an {@link RtpLine}. */
export interface RtpLineEvents {
  open: [];
  packet: [packet: Uint8Array];
  closed: [];
}

/** A negotiated media line. */
export interface RtpLine {
  readonly isOpen: boolean;
  on<K extends keyof RtpLineEvents>(name: K, listener: (...args: RtpLineEvents[K]) => void): () => void;
  /** Sends one RTP or RTCP packet; returns false if it could not be sent. */
  send(packet: Uint8Array): boolean;
}
