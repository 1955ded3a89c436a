/**
 * @module Creates the parts of a link: peer connection, request channel, streams, authenticator; released with their
 * attempt. Loaded when connecting starts, while the socket opens.
 */
import type { Emitter, IceServer, LoginReply, RelayedMessage } from '@longwire/protocol';
import {
  COAP_WS_FEATURE,
  NEGOTIATION_FEATURE,
  onlineSecondsOf,
  STREAM_FEATURE,
  supportsEarlyMessages,
} from '@longwire/protocol/peer';
import { COAP_CHANNEL_LABEL, Requests } from '../coap/requests.ts';
import { traceMessage, tracePeer } from '../diagnostics/trace/trace-peer.ts';
import type { Trace } from '../diagnostics/trace/trace.ts';
import type { HeldEvents } from '../events/held-events.ts';
import type { MessageCodec } from '../peer/negotiation-channel.ts';
import type { LateServers } from '../peer/late-servers.ts';
import { PEER_REPORTS, type PeerReports } from '../peer/peer-reports.ts';
import { Peer } from '../peer/peer.ts';
import type { Requester } from '../request/request-options.ts';
import { Authenticator, LOGIN, type ConnectionIdentity } from './authenticator.ts';
import type { Loss } from './close-policy.ts';
import type { AttemptScope } from './link.ts';
import { LinkStreams } from './link-streams.ts';
import type { ResolvedOptions } from './options.ts';
import { earlySocketClass, EARLY_WORTH_MS } from '../signaling/early-socket.ts';
import type { SocketClass } from '../signaling/signaling-socket.ts';
import { EdgeError } from '../shared.ts';

export { LinkSignaling } from './link-signaling.ts';
export { expiryOf } from './turn-expiry.ts';

interface PeerParts {
  readonly attempt: AttemptScope;
  readonly onLoss: (loss: Loss) => void;
  /** The connection's emitter. */
  readonly reports: Pick<Emitter<PeerReports>, 'emit'>;
  /** What is reported before the attempt becomes the connection waits there. */
  readonly held: HeldEvents;
  readonly certificate: RTCCertificate;
  readonly codec: MessageCodec;
  /** Undefined: those that the service names. */
  readonly iceServers: readonly IceServer[] | undefined;
  readonly named: Promise<readonly IceServer[]>;
  /** Resolves when the socket is open, whether or not the first messages left with its opening. */
  readonly opened: Promise<void>;
  /** The number of this peer connection within the connection, from 1. */
  readonly number: number;
  /** The offer waits for it. */
  readonly released: Promise<void>;
}

/** Creates the peer connection; it starts gathering with its first media line or channel. */
export function openPeer(
  options: ResolvedOptions,
  { attempt, onLoss, reports, held, certificate, codec, number, released, ...parts }: PeerParts,
): Peer {
  const { RTCPeerConnection, iceTransportPolicy, logger, clock } = options;
  const configuration: RTCConfiguration = {
    iceServers: [...(parts.iceServers ?? [])],
    iceTransportPolicy,
    certificates: [certificate],
    // One transport for everything, so that the pinned certificate is the only one.
    bundlePolicy: 'max-bundle',
  };
  const pc = createPeerConnection(RTCPeerConnection, configuration);
  // Before the peer's own listeners: when those end the connection, its state can still be read.
  attempt.scope.add(tracePeer(pc, attempt.trace, number));
  const isRelayed = iceTransportPolicy === 'relay';
  const servers =
    parts.iceServers === undefined
      ? lateServers(pc, configuration, { ...parts, options, trace: attempt.trace })
      : undefined;
  const peer = new Peer({ pc, certificate, codec, logger, clock, released, servers, isRelayed });
  attempt.scope.add(() => peer.close());
  // Without a certificate of its own the browser probably logs in with a password: the code loads while the connection opens.
  if (options.certificate === undefined) LOGIN.load().catch(reportedByLogin);
  peer.on('outgoing', (message) => traceMessage(attempt.trace, 'sent', message));
  peer.on('inside', (way, message) => traceMessage(attempt.trace, way, message));
  for (const event of PEER_REPORTS)
    peer.on(event, (...args) => held.deliver(() => reports.emit(event, ...args)));
  peer.on('failed', (error, isFinal) => onLoss({ type: 'peer-error', error, isFinal }));
  peer.on('negotiation-closed', () => onLoss({ type: 'channel-closed', channel: 'negotiation' }));
  peer.on('ice-state', (state) => onLoss({ type: 'ice-state', state }));
  peer.on('identity-lost', (state) => onLoss({ type: 'identity-lost', state }));
  return peer;
}

interface LateParts extends Pick<PeerParts, 'named' | 'opened'> {
  readonly options: ResolvedOptions;
  readonly trace: Trace;
}

/** Gives the peer connection its servers when the service has named them, unless gathering had to start without. */
function lateServers(
  pc: RTCPeerConnection,
  configuration: RTCConfiguration,
  { named, opened, options, trace }: LateParts,
): LateServers {
  const arrive = async (): Promise<void> => {
    const iceServers = [...(await named)];
    if (pc.localDescription === null && pc.signalingState !== 'closed')
      pc.setConfiguration({ ...configuration, iceServers });
  };
  const isFar = async (): Promise<boolean> => {
    await opened;
    return options.cache.isEarly === true || openingMs(trace) >= EARLY_WORTH_MS;
  };
  const servers = { arrived: arrive(), isFar: isFar() };
  servers.arrived.catch(reportedByLogin);
  return servers;
}

interface RequestParts {
  readonly attempt: AttemptScope;
  readonly onLoss: (loss: Loss) => void;
  readonly peer: Peer;
}

/** Opens the channel for requests, the first thing to negotiate. */
export function openRequests(
  { clock, logger, requestTimeoutMs }: ResolvedOptions,
  { attempt, onLoss, peer }: RequestParts,
): Requests {
  const requests = new Requests({
    channel: peer.createDataChannel(COAP_CHANNEL_LABEL),
    clock,
    logger,
    requestTimeoutMs,
    maxMessageBytes: () => peer.maxMessageBytes(),
    isBinary: () => peer.hasTaken(COAP_WS_FEATURE),
  });
  onEnd(attempt, 'answer came', (error) => requests.close(error));
  requests.on('lost', () => onLoss({ type: 'channel-closed', channel: 'request' }));
  return requests;
}

/** Opens no channel until the application asks for a stream. */
export function openStreams(
  { clock, logger, requestTimeoutMs }: ResolvedOptions,
  attempt: AttemptScope,
  peer: Peer,
): LinkStreams {
  const streams = new LinkStreams({
    clock,
    logger,
    timeoutMs: requestTimeoutMs,
    createChannel: (label) => peer.createDataChannel(label),
    maxMessageBytes: () => peer.maxMessageBytes(),
    isFramed: () => peer.hasTaken(STREAM_FEATURE),
  });
  onEnd(attempt, 'stream ended', (error) => streams.close(error));
  return streams;
}

/** Creates what proves identities, based on the link's certificates. */
export function openAuthenticator(
  { randomBytes, subtle }: ResolvedOptions,
  {
    attempt,
    peer,
    requests,
  }: { readonly attempt: AttemptScope; readonly peer: Peer; readonly requests: Requests },
  report: (identity: ConnectionIdentity) => void,
): Authenticator {
  const request: Requester = (...call) => requests.request(...call);
  const onChange = (identity: ConnectionIdentity): void => {
    report(identity);
    // A connection that is ending reports no more track changes.
    if (!attempt.abort.signal.aborted && peer.identity.isLive) peer.setBound(identity.boundBy !== undefined);
  };
  // Signed by the device: signaling can neither remove the extension nor add it.
  const onFeatures = (features: readonly string[]): void => {
    if (features.includes(NEGOTIATION_FEATURE) && peer.negotiateInside())
      attempt.trace.mark('negotiation-inside');
  };
  const ended = new AbortController();
  onEnd(attempt, 'login finished', (error) => ended.abort(error));
  return new Authenticator({
    wire: peer.identity,
    request,
    randomBytes,
    subtle,
    owner: ended.signal,
    onChange,
    onFeatures,
  });
}

/** Calls a function when the attempt or its connection ends, with the error of what has not finished by then. */
function onEnd({ abort, scope }: AttemptScope, before: string, handleEnd: (error: EdgeError) => void): void {
  scope.add(() => {
    const cause: unknown = abort.signal.reason;
    handleEnd(new EdgeError('ERR_CONNECTION_CLOSED', `connection closed before the ${before}`, { cause }));
  });
}

/** Without a pinned certificate the connection works, but every check that needs one fails. */
export async function pinCertificate(peer: Peer, warn: (error: EdgeError) => void): Promise<void> {
  try {
    await peer.identity.pin();
  } catch (cause) {
    warn(
      cause instanceof EdgeError
        ? cause
        : new EdgeError('ERR_NO_CERTIFICATE', 'cannot read the certificate on the wire', { cause }),
    );
  }
}

/** Browsers say which ICE server they refuse; what may be a credential in its address is left out. */
function createPeerConnection(
  Native: ResolvedOptions['RTCPeerConnection'],
  configuration: RTCConfiguration,
): RTCPeerConnection {
  try {
    return new Native(configuration);
  } catch (cause) {
    const words = String(cause).replace(/\S+@/gu, '');
    throw new EdgeError('ERR_PEER_FAILED', `cannot create a peer connection: ${words}`, { cause });
  }
}

/** The socket class that sends the offer while it opens. */
export function earlySocket({ WebSocket, clock, cache }: ResolvedOptions): SocketClass {
  return earlySocketClass({
    WebSocket,
    clock,
    onUseless: (isRefused) => cache.rememberEarly(isRefused ? false : undefined),
  });
}

/** Processes the service's login reply. */
export function handleLoginReply(
  reply: LoginReply | undefined,
  trace: Trace,
  options: ResolvedOptions,
): void {
  const seconds = onlineSecondsOf(reply?.onlineSeconds);
  if (seconds !== undefined) trace.mark('device-online', { seconds });
  rememberEarlyWorth(reply?.features, trace, options);
}

/** Remembers that the next offer may be sent while its socket opens: the service is far enough away, and did not lose it before. */
function rememberEarlyWorth(features: unknown, trace: Trace, { cache }: ResolvedOptions): void {
  if (cache.isSequential || cache.isEarly !== undefined) return;
  if (supportsEarlyMessages(features) && openingMs(trace) >= EARLY_WORTH_MS) cache.rememberEarly(true);
}

/** How long the socket took to open. */
function openingMs(trace: Trace): number {
  const { steps } = trace.export();
  const at = (name: string): number => steps.find(({ step }) => step === name)?.atMs ?? 0;
  return at('logging-in') - at('opening-signaling');
}

/** Passes a message of the device to the peer. */
export function handleRelayed(peer: Peer, trace: Trace, message: RelayedMessage): void {
  traceMessage(trace, 'received', message);
  peer.handleMessage(message);
}

/** The login of the attempt or of the user reports the failure itself. */
function reportedByLogin(): void {}
