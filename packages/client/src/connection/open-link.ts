/** @module Connecting, step by step: signaling, peer connection, request channel (SPEC.md section 4). */
import { EdgeError, iceServersFromTurnReply, specError } from '@longwire/protocol';
import { COAP_CHANNEL_LABEL, RequestChannel } from '../coap/request-channel.ts';
import type { Scope } from '../events/scope.ts';
import { Peer, type TrackArrival } from '../peer/peer.ts';
import { SignalingClient } from '../signaling/signaling-client.ts';
import { abortable } from '../time/abort.ts';
import type { Loss } from './close-policy.ts';
import type { ResolvedOptions } from './options.ts';
import type { ConnectStep } from './state.ts';

/** One attempt to connect: what cancels it, and what it must release. */
export interface Attempt {
  readonly abort: AbortController;
  readonly scope: Scope;
}

/** What a connected connection works with. */
export interface OpenLink {
  readonly peer: Peer;
  readonly requests: RequestChannel;
}

/** What the outside is told while a link opens and lives. */
export interface LinkObserver {
  onStep(step: ConnectStep): void;
  onLoss(loss: Loss): void;
  onTrack(arrival: TrackArrival): void;
  onChannel(channel: RTCDataChannel): void;
  onWarning(error: EdgeError): void;
}

/** Opens a link; whatever it takes is in the attempt's scope, and it ends with the attempt's signal. */
export async function openLink(
  options: ResolvedOptions,
  attempt: Attempt,
  observer: LinkObserver,
): Promise<OpenLink> {
  const { signal } = attempt.abort;
  const signaling = openSignaling(options, attempt, observer);
  const [turnReply, certificate] = await Promise.all([
    signaling.open({ login: options.login, signal, onStep: (step) => observer.onStep(step) }),
    abortable(signal, ownCertificate(options)),
  ]);
  observer.onStep('opening-peer');
  const iceServers = iceServersFromTurnReply(turnReply, [...options.iceServers]);
  const peer = openPeer(options, { attempt, observer, certificate, iceServers });
  const requests = openRequests(options, { attempt, observer, peer });
  peer.on('outgoing', (message) => signaling.send(message));
  signaling.on('relayed', (message) => peer.handleMessage(message));
  signaling.startDelivery();
  observer.onStep('opening-channel');
  await requests.opened(signal);
  await abortable(signal, pinCertificate(peer, observer));
  return { peer, requests };
}

function openSignaling(
  { url, WebSocket, logger }: ResolvedOptions,
  { scope }: Attempt,
  observer: LinkObserver,
): SignalingClient {
  const signaling = makeOr(
    () => new SignalingClient({ url, WebSocket, logger }),
    (cause) => specError('ERR_WEBSOCKET', { cause }),
  );
  scope.add(() => signaling.close());
  signaling.on('lost', (loss) => observer.onLoss(loss));
  return signaling;
}

/** An own certificate is needed to know the own fingerprint, which a login is bound to. */
async function ownCertificate({ certificate, RTCPeerConnection }: ResolvedOptions): Promise<RTCCertificate> {
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
  readonly observer: LinkObserver;
  readonly certificate: RTCCertificate;
  readonly iceServers: RTCIceServer[];
}

function openPeer(
  { RTCPeerConnection, iceTransportPolicy, logger }: ResolvedOptions,
  { attempt, observer, certificate, iceServers }: PeerParts,
): Peer {
  const pc = makeOr(
    // One transport for everything, so that the certificate that is pinned is the only one there is.
    () =>
      new RTCPeerConnection({
        iceServers,
        iceTransportPolicy,
        certificates: [certificate],
        bundlePolicy: 'max-bundle',
      }),
    (cause) => new EdgeError('ERR_PEER_FAILED', 'browser expected to make a peer connection', { cause }),
  );
  const peer = new Peer({ pc, certificate, logger });
  attempt.scope.add(() => peer.close());
  peer.on('track', (arrival) => observer.onTrack(arrival));
  peer.on('track-failed', (error) => observer.onWarning(error));
  peer.on('channel', (channel) => observer.onChannel(channel));
  peer.on('failed', (error) => observer.onLoss({ type: 'peer-error', error }));
  peer.on('ice-state', (state) => observer.onLoss({ type: 'ice-state', state }));
  peer.on('identity-lost', (state) => observer.onLoss({ type: 'identity-lost', state }));
  return peer;
}

interface RequestParts {
  readonly attempt: Attempt;
  readonly observer: LinkObserver;
  readonly peer: Peer;
}

function openRequests(
  { clock, logger, requestTimeoutMs }: ResolvedOptions,
  { attempt, observer, peer }: RequestParts,
): RequestChannel {
  const requests = new RequestChannel({
    channel: peer.createDataChannel(COAP_CHANNEL_LABEL),
    clock,
    logger,
    requestTimeoutMs,
    maxMessageBytes: () => peer.maxMessageBytes(),
  });
  attempt.scope.add(() => {
    const cause: unknown = attempt.abort.signal.reason;
    requests.close(
      new EdgeError('ERR_CONNECTION_CLOSED', 'connection closed before the answer came', { cause }),
    );
  });
  requests.on('lost', () => observer.onLoss({ type: 'channel-closed' }));
  return requests;
}

/** Without a certificate to pin the connection works, and every check that needs one will say so. */
async function pinCertificate(peer: Peer, observer: LinkObserver): Promise<void> {
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
