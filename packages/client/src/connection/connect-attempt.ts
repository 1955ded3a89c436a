/** @module One attempt to connect: one login and one peer connection, from the first byte to the open channel. */
import type * as OpenLinkPart from './open-link.ts';
import type { EdgeError, Emitter, IceServer, TurnReply } from '@longwire/protocol';
import { withLimits } from '@longwire/protocol/base';
import {
  encodeSignalingMessage,
  iceServersFromTurnReply,
  parseRelayedMessage,
} from '@longwire/protocol/signaling';
import type { Trace } from '../diagnostics/trace/trace.ts';
import { HeldEvents } from '../events/held-events.ts';
import { Scope } from '../events/scope.ts';
import { Part } from '../load/part.ts';
import type { PeerReports } from '../peer/peer-reports.ts';
import type { Peer } from '../peer/peer.ts';
import { PeerSignaling, type Handshake } from '../signaling/peer-signaling.ts';
import type { Loss } from './close-policy.ts';
import { LossWatch } from './loss-watch.ts';
import type { AttemptScope, OpenLink } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import type { ConnectSteps } from './connect-steps.ts';

/** The code needed once the socket is opening. */
export const LINK: Part<typeof OpenLinkPart> = new Part('connecting', () => import('./open-link.ts'));

/** Options of {@link ConnectAttempt}. */
export interface ConnectAttemptOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  /** The connection's emitter: it gets the reports of the attempt that becomes the connection. */
  readonly reports: Pick<Emitter<PeerReports>, 'emit'>;
  readonly trace: Trace;
  readonly steps: ConnectSteps;
  /** The number of this attempt within the connection, from 1. */
  readonly number: number;
  readonly handshake: Handshake;
  /** The initial ICE servers; without them the attempt uses those that the service names. */
  readonly servers: readonly IceServer[] | undefined;
  /** The offer leaves only when the ICE servers are known. */
  readonly waitsForServers: boolean;
}

/**
 * Connects up to its offer and, once released, completely; its owner decides whether it becomes the connection. Three steps run side by
 * side, and the failure of one ends the attempt: the login, the peer connection, and the channel for requests.
 */
export class ConnectAttempt {
  /** The ICE servers that the service named on this login. */
  readonly servers: Promise<readonly IceServer[]>;
  /** Resolves when the request channel is open; rejects with the cause of the failure. */
  readonly opened: Promise<OpenLink>;
  readonly #given: ConnectAttemptOptions;
  readonly #attempt: AttemptScope;
  readonly #watch: LossWatch;
  /** What happens before the attempt becomes the connection. */
  readonly #held = new HeldEvents();
  readonly #peer: Promise<Peer>;
  readonly #released = Promise.withResolvers<void>();
  readonly #dialled = Promise.withResolvers<void>();
  readonly #socketOpened = Promise.withResolvers<void>();
  #signaling: PeerSignaling | undefined;
  /** Handles the losses of the connection that the attempt has become. */
  #handleAdopted: ((loss: Loss) => void) | undefined;

  constructor(given: ConnectAttemptOptions) {
    const { logger, clock, closePolicy } = given.options;
    this.#given = given;
    const scope = new Scope((error) => logger.warn('connection.release-failed', { error }));
    this.#attempt = { abort: new AbortController(), scope, trace: given.trace };
    this.#watch = new LossWatch({
      clock,
      policy: closePolicy,
      onEnd: (error) => this.close(error),
      onWarning: (error) => this.#warn(error),
    });
    scope.add(() => this.#watch.close());
    scope.add(() => this.#held.close());
    this.servers = this.#step(this.#logIn());
    this.#peer = this.#step(this.#makePeer());
    this.opened = this.#step(this.#openChannel());
  }

  get handshake(): Handshake {
    return this.#given.handshake;
  }

  /** Whether the attempt has ended and released everything. */
  get isEnded(): boolean {
    return this.#attempt.abort.signal.aborted;
  }

  /** Why it has ended. */
  get endedBy(): unknown {
    return this.#attempt.abort.signal.reason;
  }

  /** Resolves when the service has seen the attempt end: its socket has closed. */
  async left(): Promise<void> {
    await this.#signaling?.closed;
  }

  /** Whether the device has replied. */
  get hasReply(): boolean {
    return this.#signaling?.hasReply === true;
  }

  /** The ICE servers that the attempt started with. */
  get initialServers(): readonly IceServer[] | undefined {
    return this.#given.servers;
  }

  /** Resolves when the offer is ready to leave: logged in, and all candidates gathered. */
  async gathered(): Promise<void> {
    await this.servers;
    const peer = await this.#peer;
    await peer.gathered(this.#attempt.abort.signal);
  }

  /** Lets the offer leave. */
  release(): void {
    this.#released.resolve();
  }

  /** Makes this attempt the connection: its losses go to `handleLoss`, and its reports to the connection's emitter, once the link delivers them. */
  adopt(handleLoss: (loss: Loss) => void): void {
    this.#watch.close();
    this.#handleAdopted = handleLoss;
  }

  /** Ends the attempt and releases everything; safe to repeat. */
  close(cause: unknown): void {
    this.#attempt.abort.abort(cause);
    this.#attempt.scope.disposeAll();
  }

  /** Ends the attempt with the step that fails. A step that nothing waits for any more may fail unnoticed: the attempt has ended by then. */
  #step<T>(step: Promise<T>): Promise<T> {
    const guarded = step.catch((error: unknown) => {
      this.close(error);
      throw error;
    });
    guarded.catch(() => undefined);
    return guarded;
  }

  #handleLoss(loss: Loss): void {
    this.#held.deliver(() => this.#handleAdopted?.(loss));
    if (this.#handleAdopted === undefined) this.#watch.handleLoss('connecting', loss);
  }

  #warn(error: EdgeError): void {
    this.#held.deliver(() => this.#given.reports.emit('warning', error));
  }

  async #logIn(): Promise<readonly IceServer[]> {
    const { options, steps, handshake } = this.#given;
    const { url, login, clock, logger, cache } = options;
    steps.reach('opening-signaling');
    const FirstSocket = this.#isEarly
      ? (LINK.loaded ?? (await this.#unlessEnded(LINK.load()))).earlySocket(options)
      : undefined;
    const { WebSocket } = options;
    const signaling = new PeerSignaling({ url, WebSocket, FirstSocket, login, handshake, clock, logger });
    this.#signaling = signaling;
    this.#attempt.scope.add(() => signaling.close());
    this.#dialled.resolve();
    signaling.on('step', (step) => {
      steps.reach(step);
      if (step === 'logging-in') this.#socketOpened.resolve();
    });
    signaling.on('lost', (loss) => this.#handleLoss(loss));
    signaling.on('fallback', () => cache.rememberSequential());
    const reply = await signaling.open(this.#attempt.abort.signal);
    return this.#serversOf(reply);
  }

  #serversOf(reply: TurnReply): readonly IceServer[] {
    return iceServersFromTurnReply(reply, [...this.#given.options.iceServers]);
  }

  /** Whether the offer leaves while the socket opens: if that saves time and nothing has to precede the offer. */
  get #isEarly(): boolean {
    const { options, handshake, waitsForServers } = this.#given;
    return !waitsForServers && handshake === 'pipelined' && options.cache.isEarly === true;
  }

  /** Reports the previous step as taken only once the service or the device has answered, although later steps may be under way. */
  async #makePeer(): Promise<Peer> {
    const { options, steps, servers, waitsForServers, number, certificate, reports } = this.#given;
    const isWaiting = servers === undefined && waitsForServers;
    const [parts, own, iceServers] = await this.#unlessEnded(
      Promise.all([
        LINK.loaded ?? LINK.load(),
        certificate,
        isWaiting ? this.servers : servers,
        this.#dialled.promise,
      ]),
    );
    if (isWaiting) steps.reach('opening-peer');
    this.#attempt.abort.signal.throwIfAborted();
    const peer = parts.openPeer(options, {
      attempt: this.#attempt,
      onLoss: (loss) => this.#handleLoss(loss),
      reports,
      held: this.#held,
      certificate: own,
      codec: { encode: encodeSignalingMessage, parse: parseRelayedMessage },
      iceServers,
      named: this.servers,
      opened: this.#socketOpened.promise,
      number,
      released: this.#released.promise,
    });
    if (isWaiting) steps.reach('opening-channel');
    else this.servers.then(() => steps.reach('opening-channel'), ignoreRejection);
    return peer;
  }

  async #openChannel(): Promise<OpenLink> {
    const { options, steps, trace } = this.#given;
    const attempt = this.#attempt;
    const { signal } = attempt.abort;
    const peer = await this.#peer;
    const parts = await LINK.load();
    signal.throwIfAborted();
    const onLoss = (loss: Loss): void => this.#handleLoss(loss);
    const requests = parts.openRequests(options, { attempt, onLoss, peer });
    peer.on('outgoing', (message) => this.#signaling?.send(message));
    this.#signaling?.on('relayed', (message) => {
      steps.reach('opening-channel');
      parts.handleRelayed(peer, trace, message);
    });
    this.#signaling?.startDelivery();
    await requests.opened(signal);
    parts.handleLoginReply(this.#signaling?.reply, trace, options);
    await this.#unlessEnded(parts.pinCertificate(peer, (error) => this.#warn(error)));
    return {
      deliver: () => this.#held.open(),
      peer,
      requests,
      streams: parts.openStreams(options, attempt, peer),
      signaling: new parts.LinkSignaling({
        signaling: this.#signaling,
        serversOf: (reply) => this.#serversOf(reply),
        options,
        owner: signal,
      }),
      authenticator: (onChange) => parts.openAuthenticator(options, { attempt, peer, requests }, onChange),
    };
  }

  #unlessEnded<T>(step: Promise<T>): Promise<T> {
    return withLimits({ owner: this.#attempt.abort.signal }, () => step);
  }
}

/** The step itself reports the error. */
function ignoreRejection(): void {}
