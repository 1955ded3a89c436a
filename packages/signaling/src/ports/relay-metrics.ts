/** @module What the relay counts, as a port. */

/** At which end of a session something happened. */
export type PeerKind = 'client' | 'device';

/** Counters of the relay; each call is cheap enough for every message. */
export interface RelayMetrics {
  /** A client's login or a device's attachment was decided; the code it was refused with. */
  countLogin(peer: PeerKind, outcome: 'admitted' | 'refused', code: number | undefined): void;
  /** The socket of a peer ended, by whichever side, with this close code. */
  countClose(peer: PeerKind, code: number): void;
  /** A message was passed on that came from `peer`. */
  countMessage(peer: PeerKind): void;
}
