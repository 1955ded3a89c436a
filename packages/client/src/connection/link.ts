/** @module The parts of an open link, and its observers. */
import type { Requests } from '../coap/requests.ts';
import type { Trace } from '../diagnostics/trace/trace.ts';
import type { Scope } from '../events/scope.ts';
import type { Peer } from '../peer/peer.ts';
import type { Authenticator, ConnectionIdentity } from './authenticator.ts';
import type { Loss } from './close-policy.ts';
import type { LinkSignaling } from './link-signaling.ts';
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
  /** Delivers what was reported so far, and from then on at once. */
  deliver(): void;
  readonly peer: Peer;
  readonly requests: Requests;
  readonly streams: LinkStreams;
  readonly signaling: LinkSignaling;
  /** Creates the authenticator of the link; `onChange` runs when something is proven or no longer valid. */
  authenticator(onChange: (identity: ConnectionIdentity) => void): Authenticator;
}

/** Observes a link while it opens and lives. */
export interface LinkObserver {
  onStep(step: ConnectStep): void;
  onLoss(loss: Loss): void;
}
