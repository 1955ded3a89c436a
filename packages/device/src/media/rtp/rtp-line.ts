/** @module The media line as senders and receivers use it. */

/** What happens on a line. */
export interface RtpLineEvents {
  open: [];
  packet: [packet: Uint8Array];
  closed: [];
}

/** A negotiated media line. */
export interface RtpLine {
  readonly isOpen: boolean;
  on<K extends keyof RtpLineEvents>(name: K, listener: (...args: RtpLineEvents[K]) => void): () => void;
  /** Sends one RTP or RTCP packet; false when it could not be sent. */
  send(packet: Uint8Array): boolean;
}
