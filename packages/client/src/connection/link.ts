/** @module What connecting makes, and whom it tells. */
import type { EdgeError } from '@longwire/protocol';
import type { Requests } from '../coap/requests.ts';
import type { Trace } from '../diagnostics/trace/trace.ts';
import type { Scope } from '../events/scope.ts';
import type { Peer, TrackArrival } from '../peer/peer.ts';
import type { TrackStatus } from '../peer/track-book.ts';
import type { Authenticator, ConnectionIdentity } from './authenticator.ts';
import type { Loss } from './close-policy.ts';
import type { LinkStreams } from './link-streams.ts';
import type { ConnectStep } from './state.ts';

/** One attempt to connect: what cancels it, and what it must release. */
export interface Attempt {
  readonly abort: AbortController;
  readonly scope: Scope;
  readonly trace: Trace;
}

/** What a connected connection works with. */
export interface OpenLink {
  readonly peer: Peer;
  readonly requests: Requests;
  readonly streams: LinkStreams;
  /** Makes what verifies the device and logs in; it tells when something was proven, or does not hold any more. */
  authenticator(onChange: (identity: ConnectionIdentity) => void): Authenticator;
}

/** What the outside is told while a link opens and lives. */
export interface LinkObserver extends PeerObserver {
  onStep(step: ConnectStep): void;
}

/** What is told of one peer connection. */
export interface PeerObserver {
  onLoss(loss: Loss): void;
  onTrack(arrival: TrackArrival): void;
  onTrackStatus(status: TrackStatus): void;
  onTrackMoved(from: RTCRtpTransceiver, to: RTCRtpTransceiver): void;
  onChannel(channel: RTCDataChannel): void;
  onWarning(error: EdgeError): void;
}
