/** @module What a link consists of: peer connection, request channel, streams; made here and released with their attempt. */
import type { IceServer } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { COAP_WS_FEATURE, STREAM_FEATURE } from '@longwire/protocol/peer';
import { COAP_CHANNEL_LABEL, Requests } from '../coap/requests.ts';
import { tracePeer } from '../diagnostics/trace/trace-peer.ts';
import type { Trace } from '../diagnostics/trace/trace.ts';
import type { Scope } from '../events/scope.ts';
import { Peer, type TrackArrival } from '../peer/peer.ts';
import type { TrackStatus } from '../peer/track-book.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import type { Loss } from './close-policy.ts';
import type { ResolvedOptions } from './options.ts';
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
  readonly streams: OpenStreams;
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
  onChannel(channel: RTCDataChannel): void;
  onWarning(error: EdgeError): void;
}

/** An own certificate is needed to know the own fingerprint, which a login is bound to. */
export async function ownCertificate({
  certificate,
  RTCPeerConnection,
}: ResolvedOptions): Promise<RTCCertificate> {
  if (certificate !== undefined) return certificate;
  // Typed as names only; browsers take (and need) the curve as well.
  const algorithm: EcKeyGenParams = { name: 'ECDSA', namedCurve: 'P-256' };
  return RTCPeerConnection.generateCertificate(algorithm).catch((cause: unknown) => {
    throw new EdgeError('ERR_NO_CERTIFICATE', 'browser expected to make an ECDSA P-256 certificate', {
      cause,
    });
  });
}

interface PeerParts {
  readonly attempt: Attempt;
  readonly observer: PeerObserver;
  readonly certificate: RTCCertificate;
  /** Never changed later: from the moment gathering begins that would be an ICE restart. */
  readonly iceServers: readonly IceServer[];
  /** Which one of the connection's it is, from 1. */
  readonly number: number;
}

/** Makes the peer connection; it gathers as soon as there is something to offer. */
export function openPeer(
  { RTCPeerConnection, iceTransportPolicy, logger }: ResolvedOptions,
  { attempt, observer, certificate, iceServers, number }: PeerParts,
): Peer {
  const pc = makeOr(
    // One transport for everything, so that the certificate that is pinned is the only one there is.
    () =>
      new RTCPeerConnection({
        iceServers: [...iceServers],
        iceTransportPolicy,
        certificates: [certificate],
        bundlePolicy: 'max-bundle',
      }),
    (cause) => new EdgeError('ERR_PEER_FAILED', 'browser expected to make a peer connection', { cause }),
  );
  // Before the peer listens: what it ends is still there to be asked.
  attempt.scope.add(tracePeer(pc, attempt.trace, number));
  const peer = new Peer({ pc, certificate, logger, isRelayed: iceTransportPolicy === 'relay' });
  attempt.scope.add(() => peer.close());
  peer.on('track', (arrival) => observer.onTrack(arrival));
  peer.on('track-status', (status) => observer.onTrackStatus(status));
  peer.on('track-failed', (error) => observer.onWarning(error));
  peer.on('channel', (channel) => observer.onChannel(channel));
  peer.on('failed', (error) => observer.onLoss({ type: 'peer-error', error }));
  peer.on('ice-state', (state) => observer.onLoss({ type: 'ice-state', state }));
  peer.on('identity-lost', (state) => observer.onLoss({ type: 'identity-lost', state }));
  return peer;
}

interface RequestParts {
  readonly attempt: Attempt;
  readonly observer: Pick<LinkObserver, 'onLoss'>;
  readonly peer: Peer;
}

/** Opens the channel for requests, which is what there is to offer at first. */
export function openRequests(
  { clock, logger, requestTimeoutMs }: ResolvedOptions,
  { attempt, observer, peer }: RequestParts,
): Requests {
  const requests = new Requests({
    channel: peer.createDataChannel(COAP_CHANNEL_LABEL),
    clock,
    logger,
    requestTimeoutMs,
    maxMessageBytes: () => peer.maxMessageBytes(),
    isBinary: () => peer.hasTaken(COAP_WS_FEATURE),
  });
  peer.on('described', () => requests.prepare());
  attempt.scope.add(() => {
    const cause: unknown = attempt.abort.signal.reason;
    requests.close(
      new EdgeError('ERR_CONNECTION_CLOSED', 'connection closed before the answer came', { cause }),
    );
  });
  requests.on('lost', () => observer.onLoss({ type: 'channel-closed' }));
  return requests;
}

/** Nothing is opened before the application asks for a stream. */
export function openStreams(
  { clock, logger, requestTimeoutMs }: ResolvedOptions,
  { abort, scope }: Attempt,
  peer: Peer,
): OpenStreams {
  const streams = new OpenStreams({
    clock,
    logger,
    timeoutMs: requestTimeoutMs,
    createChannel: (label) => peer.createDataChannel(label),
    maxMessageBytes: () => peer.maxMessageBytes(),
    isFramed: () => peer.hasTaken(STREAM_FEATURE),
  });
  scope.add(() => {
    const cause: unknown = abort.signal.reason;
    streams.close(
      new EdgeError('ERR_CONNECTION_CLOSED', 'connection closed before the stream ended', { cause }),
    );
  });
  return streams;
}

/** Without a certificate to pin the connection works, and every check that needs one will say so. */
export async function pinCertificate(peer: Peer, observer: Pick<LinkObserver, 'onWarning'>): Promise<void> {
  try {
    await peer.identity.pin();
  } catch (cause) {
    observer.onWarning(
      cause instanceof EdgeError
        ? cause
        : new EdgeError('ERR_NO_CERTIFICATE', 'certificate on the wire expected to be readable', { cause }),
    );
  }
}

function makeOr<T>(make: () => T, wrap: (cause: unknown) => EdgeError): T {
  try {
    return make();
  } catch (cause) {
    throw wrap(cause);
  }
}
