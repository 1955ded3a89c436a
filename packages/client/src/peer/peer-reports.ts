/** @module What a peer connection reports, under the names that a connection and a session pass it on with. */
import type { EdgeError, TrackErrorCode } from '@longwire/protocol';
import type { TrackStatus } from './track-registry.ts';

/** A track that arrived from the device. */
export interface TrackArrival {
  readonly track: MediaStreamTrack;
  readonly streams: readonly MediaStream[];
  /** The device's own name for the track, such as `frontdoor-video`. */
  readonly trackId?: string;
  /** Why the device cannot provide the track; absent if it can. */
  readonly error?: TrackErrorCode;
  /** The problem in the device's words, for people. */
  readonly message?: string;
  readonly transceiver: RTCRtpTransceiver;
  /**
   * Whether name and message are certainly the device's: received over the bound connection. Otherwise they may be
   * the service's.
   */
  readonly isAuthenticated: boolean;
}

/** The events of a peer connection that a connection and a session pass on. */
export interface PeerReports {
  track: [arrival: TrackArrival];
  trackstatus: [status: TrackStatus];
  trackmoved: [from: RTCRtpTransceiver, to: RTCRtpTransceiver];
  datachannel: [channel: RTCDataChannel];
  /** A track has an error and did not arrive with it. */
  warning: [error: EdgeError];
}

/** The names of the {@link PeerReports}. */
export const PEER_REPORTS: readonly (keyof PeerReports)[] = [
  'track',
  'trackstatus',
  'trackmoved',
  'datachannel',
  'warning',
];
