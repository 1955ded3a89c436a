/** @module One attempt of a connection: one login, one peer connection, from the first byte to the open channel. */
import type * as OpenLinkPart from './open-link.ts';
import type { IceServer } from '@longwire/protocol';
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
import { abortable } from '../time/abort.ts';
import { AttemptObserver } from './attempt-observer.ts';
import { LossWatch } from './loss-watch.ts';
import type { Attempt, OpenLink, PeerObserver } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import type { ConnectSteps } from './connect-steps.ts';

/** All that comes after the socket begins to open. */
export const LINK: Part<typeof OpenLinkPart> = new Part('connecting', () => import('./open-link.ts'));

/** What a lane is made from. */
export interface ConnectAttemptOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  readonly trace: Trace;
  readonly ladder: ConnectSteps;
  /** Which one of its connection it is, from 1. */
  readonly number: number;
  readonly handshake: Handshake;
  /** ICE servers that are at hand; without them the lane waits for those that the service names. */
  readonly servers: readonly IceServer[] | undefined;
}

/** Connects on its own, up to its offer and, once released, beyond; whoever made it decides whether it is the one. */
export class ConnectAttempt {
  /** The ICE servers that the service named on this login. */
  readonly servers: Promise<readonly IceServer[]>;
  /** Settles when the request channel is open, or with what made that impossible. */
  readonly opened: Promise<OpenLink>;
  readonly #given: ConnectAttemptOptions;
  readonly #attempt: Attempt;
  readonly #observer: AttemptObserver;
  readonly #watch: LossWatch;
  readonly #peer = Promise.withResolvers<Peer>();
  readonly #released = Promise.withResolvers<void>();
  #line: PeerSignaling | undefined;

  constructor(given: ConnectAttemptOptions) {
    const { logger, clock, closePolicy } = given.options;
    this.#given = given;
    const scope = new Scope((error) => logger.warn('connection.release', { error }));
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
    // Whoever waits for them is told; nobody has to.
    for (const promise of [given.certificate, this.opened, this.#peer.promise]) promise.catch(ignoreRejection);
    this.servers.catch((error: unknown) => this.close(error));
  }

  get handshake(): Handshake {
    return this.#given.handshake;
  }

  /** Whether it is over, and nothing of it left. */
  get isEnded(): boolean {
    return this.#attempt.abort.signal.aborted;
  }

  /** One that says the offer while it opens: where that is worth it, and nothing has to come before the offer. */
  get #socketClass(): SocketClass {
    const { options, handshake, servers } = this.#given;
    const isEarly = servers !== undefined && handshake === 'pipelined' && options.book.isEarly;
    return (isEarly ? LINK.loaded?.earlySocket(options) : undefined) ?? options.WebSocket;
  }

  /** Whether the device has said something, so that it was reached. */
  get hasReply(): boolean {
    return this.#line?.hasReply === true;
  }

  /** ICE servers that it began with. */
  get initialServers(): readonly IceServer[] | undefined {
    return this.#given.servers;
  }

  /** Resolves when there is nothing left to do before the offer leaves: logged in, all candidates known. */
  async gathered(): Promise<void> {
    await this.servers;
    const peer = await this.#peer.promise;
    await peer.gathered(this.#attempt.abort.signal);
  }

  /** Lets the offer go. */
  release(): void {
    this.#released.resolve();
  }

  /** It is the one: from here on the outside is told what happens on it. */
  adopt(observer: PeerObserver): void {
    this.#watch.close();
    this.#observer.open(observer);
  }

  /** Ends it and releases everything; safe to repeat. */
  close(cause: unknown): void {
    this.#attempt.abort.abort(cause);
    this.#attempt.scope.disposeAll();
  }

  async #logIn(): Promise<readonly IceServer[]> {
    const { options, ladder, handshake } = this.#given;
    const { url, login, clock, logger, book } = options;
    ladder.reach('opening-signaling');
    const WebSocket = this.#socketClass;
    const line = new PeerSignaling({ url, WebSocket, login, handshake, clock, logger });
    this.#line = line;
    this.#attempt.scope.add(() => line.close());
    line.on('step', (step) => ladder.reach(step));
    line.on('lost', (loss) => this.#observer.onLoss(loss));
    line.on('classic', () => book.rememberSequential());
    const reply = await line.open(this.#attempt.abort.signal);
    return iceServersFromTurnReply(reply, [...options.iceServers]);
  }

  async #open(): Promise<OpenLink> {
    try {
      const { signal } = this.#attempt.abort;
      const parts = LINK.loaded ?? (await abortable(signal, LINK.load()));
      const peer = await this.#makePeer(parts);
      this.#peer.resolve(peer);
      return await this.#openChannel(peer, parts);
    } catch (error) {
      this.#peer.reject(error);
      this.close(error);
      throw error;
    }
  }

  /** The step before is reported as taken when the service or the device has answered, whatever was begun by then. */
  async #makePeer(parts: typeof OpenLinkPart): Promise<Peer> {
    const { options, ladder, servers, number, certificate } = this.#given;
    const { signal } = this.#attempt.abort;
    const [own, iceServers] = await Promise.all([abortable(signal, certificate), servers ?? this.servers]);
    if (servers === undefined) ladder.reach('opening-peer');
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
    if (servers === undefined) ladder.reach('opening-channel');
    else void this.servers.then(() => ladder.reach('opening-channel'), ignoreRejection);
    return peer;
  }

  async #openChannel(peer: Peer, parts: typeof OpenLinkPart): Promise<OpenLink> {
    const { options, ladder, trace } = this.#given;
    const attempt = this.#attempt;
    const { signal } = attempt.abort;
    signal.throwIfAborted();
    const requests = parts.openRequests(options, { attempt, observer: this.#observer, peer });
    peer.on('outgoing', (message) => this.#line?.send(message));
    this.#line?.on('relayed', (message) => {
      ladder.reach('opening-channel');
      parts.handleRelayed(peer, trace, message);
    });
    this.#line?.startDelivery();
    await requests.opened(signal);
    parts.handleLoginReply(this.#line?.reply, trace, options);
    await abortable(signal, parts.pinCertificate(peer, this.#observer));
    signal.throwIfAborted();
    return {
      peer,
      requests,
      streams: parts.openStreams(options, attempt, peer),
      authenticator: (onChange) => parts.openAuthenticator(options, { attempt, peer, requests }, onChange),
    };
  }
}

/** Whoever waits for the same promise tells the reason. */
function ignoreRejection(): void {}
