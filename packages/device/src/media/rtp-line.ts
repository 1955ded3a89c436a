/** @module The media line as senders and receivers use it. */
import type { MediaHandler } from 'node-datachannel';

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
  /** Sets what stands between frames and packets; everything named is kept from being collected. */
  setHandler(handler: MediaHandler, ...kept: readonly unknown[]): void;
  /** Sends one frame; false when it could not be sent. */
  send(frame: Uint8Array): boolean;
}
