/** @module One attempt to connect: one login and one peer connection, from the first byte to the open channel. */
import type * as OpenLinkPart from './open-link.ts';
import type { IceServer } from '@longwire/protocol';
import { withLimits } from '@longwire/protocol/base';
import {
  encodeSignalingMessage,
  iceServersFromTurnReply,
  parseRelayedMessage,
} from '@longwire/protocol/signaling';
import type { Trace } from '../diagnostics/trace/trace.ts';
import { Scope } from '../events/scope.ts';
import { Part } from '../load/part.ts';
import type { Peer } from '../peer/peer.ts';
import { PeerSignaling, type Handshake } from '../signaling/peer-signaling.ts';
import type { SocketClass } from '../signaling/signaling-socket.ts';
import { AttemptObserver } from './attempt-observer.ts';
import { LossWatch } from './loss-watch.ts';
import type { AttemptScope, OpenLink, PeerObserver } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import type { ConnectSteps } from './connect-steps.ts';

/** The code needed once the socket is opening. */
export const LINK: Part<typeof OpenLinkPart> = new Part('connecting', () => import('./open-link.ts'));

/** Options of {@link ConnectAttempt}. */
export interface ConnectAttemptOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  readonly trace: Trace;
  readonly steps: ConnectSteps;
  /** The number of this attempt within the connection, from 1. */
  readonly number: number;
  readonly handshake: Handshake;
  /** The initial ICE servers; without them the attempt waits for those that the service names. */
  readonly servers: readonly IceServer[] | undefined;
}

/** Connects up to its offer and, once released, completely; its owner decides whether it becomes the connection. */
export class ConnectAttempt {
  /** The ICE servers that the service named on this login. */
  readonly servers: Promise<readonly IceServer[]>;
  /** Resolves when the request channel is open; rejects with the cause of the failure. */
  readonly opened: Promise<OpenLink>;
  readonly #given: ConnectAttemptOptions;
  readonly #attempt: AttemptScope;
  readonly #observer: AttemptObserver;
  readonly #watch: LossWatch;
  readonly #peer = Promise.withResolvers<Peer>();
  readonly #released = Promise.withResolvers<void>();
  #signaling: PeerSignaling | undefined;

  constructor(given: ConnectAttemptOptions) {
    const { logger, clock, closePolicy } = given.options;
    this.#given = given;
    const scope = new Scope((error) => logger.warn('connection.release-failed', { error }));
    this.#attempt = { abort: new AbortController(), scope, trace: given.trace };
    this.#watch = new LossWatch({
      clock,
      policy: closePolicy,
      onEnd: (error) => this.close(error),
      onWarning: (error) => this.#observer.onWarning(error),
    });
    scope.add(() => this.#watch.close());
    this.#observer = new AttemptObserver((loss) => this.#watch.handleLoss('connecting', loss));
    this.servers = this.#logIn();
    this.opened = this.#open();
    // Callers may ignore these promises: their rejections must not count as unhandled.
    for (const promise of [given.certificate, this.opened, this.#peer.promise])
      promise.catch(ignoreRejection);
    this.servers.catch((error: unknown) => this.close(error));
  }

  get handshake(): Handshake {
    return this.#given.handshake;
  }

  /** Whether the attempt has ended and released everything. */
  get isEnded(): boolean {
    return this.#attempt.abort.signal.aborted;
  }

  /** A socket that sends the offer while it opens, if that saves time and nothing has to precede the offer. */
  get #socketClass(): SocketClass {
    const { options, handshake, servers } = this.#given;
    const isEarly = servers !== undefined && handshake === 'pipelined' && options.cache.isEarly;
    return (isEarly ? LINK.loaded?.earlySocket(options) : undefined) ?? options.WebSocket;
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
    const peer = await this.#peer.promise;
    await peer.gathered(this.#attempt.abort.signal);
  }

  /** Lets the offer leave. */
  release(): void {
    this.#released.resolve();
  }

  /** Makes this attempt the connection: from now on `observer` is notified. */
  adopt(observer: PeerObserver): void {
    this.#watch.close();
    this.#observer.open(observer);
  }

  /** Ends the attempt and releases everything; safe to repeat. */
  close(cause: unknown): void {
    this.#attempt.abort.abort(cause);
    this.#attempt.scope.disposeAll();
  }

  async #logIn(): Promise<readonly IceServer[]> {
    const { options, steps, handshake } = this.#given;
    const { url, login, clock, logger, cache } = options;
    steps.reach('opening-signaling');
    const WebSocket = this.#socketClass;
    const signaling = new PeerSignaling({ url, WebSocket, login, handshake, clock, logger });
    this.#signaling = signaling;
    this.#attempt.scope.add(() => signaling.close());
    signaling.on('step', (step) => steps.reach(step));
    signaling.on('lost', (loss) => this.#observer.onLoss(loss));
    signaling.on('fallback', () => cache.rememberSequential());
    const reply = await signaling.open(this.#attempt.abort.signal);
    return iceServersFromTurnReply(reply, [...options.iceServers]);
  }

  async #open(): Promise<OpenLink> {
    try {
      const { signal } = this.#attempt.abort;
      const parts = LINK.loaded ?? (await withLimits({ owner: signal }, () => LINK.load()));
      const peer = await this.#makePeer(parts);
      this.#peer.resolve(peer);
      return await this.#openChannel(peer, parts);
    } catch (error) {
      this.#peer.reject(error);
      this.close(error);
      throw error;
    }
  }

  /** Reports the previous step as taken only once the service or the device has answered, although later steps may be under way. */
  async #makePeer(parts: typeof OpenLinkPart): Promise<Peer> {
    const { options, steps, servers, number, certificate } = this.#given;
    const { signal } = this.#attempt.abort;
    const [own, iceServers] = await Promise.all([
      withLimits({ owner: signal }, () => certificate),
      servers ?? this.servers,
    ]);
    if (servers === undefined) steps.reach('opening-peer');
    signal.throwIfAborted();
    const peer = parts.openPeer(options, {
      attempt: this.#attempt,
      observer: this.#observer,
      certificate: own,
      codec: { encode: encodeSignalingMessage, parse: parseRelayedMessage },
      iceServers,
      number,
      released: this.#released.promise,
    });
    if (servers === undefined) steps.reach('opening-channel');
    else void this.servers.then(() => steps.reach('opening-channel'), ignoreRejection);
    return peer;
  }

  async #openChannel(peer: Peer, parts: typeof OpenLinkPart): Promise<OpenLink> {
    const { options, steps, trace } = this.#given;
    const attempt = this.#attempt;
    const { signal } = attempt.abort;
    signal.throwIfAborted();
    const requests = parts.openRequests(options, { attempt, observer: this.#observer, peer });
    peer.on('outgoing', (message) => this.#signaling?.send(message));
    this.#signaling?.on('relayed', (message) => {
      steps.reach('opening-channel');
      parts.handleRelayed(peer, trace, message);
    });
    this.#signaling?.startDelivery();
    await requests.opened(signal);
    parts.handleLoginReply(this.#signaling?.reply, trace, options);
    await withLimits({ owner: signal }, () => parts.pinCertificate(peer, this.#observer));
    signal.throwIfAborted();
    return {
      peer,
      requests,
      streams: parts.openStreams(options, attempt, peer),
      authenticator: (onChange) => parts.openAuthenticator(options, { attempt, peer, requests }, onChange),
    };
  }
}

/** Another handler of the same promise reports the error. */
function ignoreRejection(): void {}
