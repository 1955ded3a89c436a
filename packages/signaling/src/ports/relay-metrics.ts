/** @module Port for relay metrics. */

/** The end of a session. */
export type PeerKind = 'client' | 'device';

/** Counters of the relay; each call is cheap enough for every message. */
export interface RelayMetrics {
  /** Counts a decided login or attachment, with the close code of a refusal. */
  countLogin(peer: PeerKind, outcome: 'admitted' | 'refused', code: number | undefined): void;
  /** Counts a socket that closed, on either side. */
  countClose(peer: PeerKind, code: number): void;
  /** Counts a relayed message from `peer`. */
  countMessage(peer: PeerKind): void;
}
