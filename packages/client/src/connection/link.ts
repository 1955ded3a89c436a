/** @module The parts of an open link, and its observers. */
import type { EdgeError } from '@longwire/protocol';
import type { Requests } from '../coap/requests.ts';
import type { Trace } from '../diagnostics/trace/trace.ts';
import type { Scope } from '../events/scope.ts';
import type { Peer, TrackArrival } from '../peer/peer.ts';
import type { TrackStatus } from '../peer/track-registry.ts';
import type { Authenticator, ConnectionIdentity } from './authenticator.ts';
import type { Loss } from './close-policy.ts';
import type { LinkStreams } from './link-streams.ts';
import type { ConnectStep } from './state.ts';

/** Cancels an attempt to connect and releases its resources. */
export interface AttemptScope {
  readonly abort: AbortController;
  readonly scope: Scope;
  readonly trace: Trace;
}

/** The parts of a connected connection. */
export interface OpenLink {
  readonly peer: Peer;
  readonly requests: Requests;
  readonly streams: LinkStreams;
  /** Creates the authenticator of the link; `onChange` runs when something is proven or no longer valid. */
  authenticator(onChange: (identity: ConnectionIdentity) => void): Authenticator;
}

/** Observes a link while it opens and lives. */
export interface LinkObserver extends PeerObserver {
  onStep(step: ConnectStep): void;
}

/** Observes one peer connection. */
export interface PeerObserver {
  onLoss(loss: Loss): void;
  onTrack(arrival: TrackArrival): void;
  onTrackStatus(status: TrackStatus): void;
  onTrackMoved(from: RTCRtpTransceiver, to: RTCRtpTransceiver): void;
  onChannel(channel: RTCDataChannel): void;
  onWarning(error: EdgeError): void;
}
