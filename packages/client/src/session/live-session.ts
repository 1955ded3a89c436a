/** @module Implements `Session`: runs each call over the session's current link. */
import type { AbortOptions, EdgeError, Logger, Method, TrackErrorCode } from '@longwire/protocol';
import { Emitter, specError } from '@longwire/protocol/base';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { ConnectionIdentity } from '../connection/authenticator.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import { listen } from '../events/listen.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import { createIamClient } from '../iam/iam-client.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { Requester, RequestOptions } from '../request/request-options.ts';
import { SessionDriver } from './session-driver.ts';
import { SessionFeeds } from './session-feeds.ts';
import type { SessionLink } from './session-link.ts';
import type { ResolvedSessionOptions } from './session-options.ts';
import { SessionObservation } from './session-observation.ts';
import { SessionRequests } from './session-requests.ts';
import type { SessionState } from './session-state.ts';
import type { Session, SessionEvents } from './session.ts';
import { LiveStreams } from './streams/session-streams.ts';
import { LiveTracks } from './tracks/live-tracks.ts';
import type { TracksEvents } from './tracks/session-tracks.ts';
import type { SessionStatus } from './tracks/track-state.ts';

/** Collaborators of a {@link LiveSession}. */
export interface LiveSessionOptions {
  readonly options: ResolvedSessionOptions;
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly logger: Logger;
}

/** How a device refuses a request or a track that the user has no right to. */
const REFUSALS: ReadonlySet<unknown> = new Set([401, 403, 'ACCESS_DENIED']);

/** A {@link Session} over consecutive connections. */
export class LiveSession implements Session {
  readonly iam: IamClient;
  readonly tracks: LiveTracks;
  readonly streams: LiveStreams;
  readonly #emitter: Emitter<SessionEvents>;
  readonly #driver: SessionDriver;
  readonly #requests: SessionRequests;
  readonly #feeds: SessionFeeds;

  constructor({ options, createConnection, randomBytes, logger }: LiveSessionOptions) {
    const { clock, createMediaStream, requestTimeoutMs } = options;
    const logFailure = (event: string, error: unknown): void =>
      logger.error('session.listener-failed', { event, error });
    this.#emitter = new Emitter(logFailure);
    const trackEmitter = new Emitter<TracksEvents>(logFailure);
    this.#feeds = new SessionFeeds(this.#emitter, () => this.tracks.readQuality());
    const onWarning = (error: EdgeError): void => this.#emitter.emit('warning', error);
    this.#driver = new SessionDriver({
      options,
      createConnection,
      logger,
      observer: {
        onState: (state) => {
          this.tracks.handleSession();
          this.#emitter.emit('statechange', state);
        },
        onLink: (link) => this.#forward(link),
        onReady: (link, before) => this.#restore(link, before),
        onSuspended: () => this.#suspend(),
        onWarning,
        onEnd: (reason) => {
          this.#emitter.emit('end', reason);
          this.#emitter.clear();
          trackEmitter.clear();
        },
      },
    });
    const { gate } = this.#driver;
    const request: Requester = (...call) => this.request(...call);
    this.#requests = new SessionRequests({ gate, clock, requestTimeoutMs });
    this.iam = createIamClient((...call) => this.#requests.request(...call), randomBytes);
    this.streams = new LiveStreams({ gate, clock, requestTimeoutMs, request });
    this.tracks = new LiveTracks({
      clock,
      createMediaStream,
      emitter: trackEmitter,
      reports: this.#emitter,
      request,
      status: () => this.#status(),
      negotiableLink: () => this.#driver.negotiableLink(),
      onWarning,
      onStatus: (status) => this.#checkRefusal(status),
    });
  }

  get state(): SessionState {
    return this.#driver.state;
  }

  get connection(): Connection | undefined {
    return this.#driver.gate.link?.connection;
  }

  get trace(): ConnectTrace | undefined {
    return this.#driver.trace;
  }

  get identity(): ConnectionIdentity {
    return this.connection?.identity ?? {};
  }

  on<K extends keyof SessionEvents>(event: K, listener: (...args: SessionEvents[K]) => void): () => void {
    const off = this.#emitter.on(event, listener);
    this.#feeds.move(this.connection);
    return () => {
      off();
      this.#feeds.move(this.connection);
    };
  }

  async ready({ signal }: AbortOptions = {}): Promise<void> {
    await this.#driver.gate.pass({ signal });
  }

  retryNow(): void {
    this.#driver.retryNow();
  }

  async end(): Promise<void> {
    this.#driver.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse> {
    const response = await this.#requests.request(method, path, options);
    this.#checkRefusal(response.statusCode);
    return response;
  }

  observe(path: string, options: ObserveOptions = {}): AsyncIterableIterator<DeviceResponse> {
    return new SessionObservation({
      gate: this.#driver.gate,
      start: (connection, signal) => connection.observe(path, { ...options, signal }),
      signal: options.signal,
    });
  }

  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
    const link = this.#requireLink();
    const channel = link.connection.createDataChannel(label, init);
    const release = link.hold();
    link.own(listen(channel, 'close', release));
    return channel;
  }

  async getStats(): Promise<RTCStatsReport> {
    return this.#requireLink().connection.getStats();
  }

  #requireLink(): SessionLink {
    const { link } = this.#driver.gate;
    if (link === undefined) throw specError('ERR_NOT_CONNECTED');
    return link;
  }

  #checkRefusal(status: number | TrackErrorCode | undefined): void {
    if (REFUSALS.has(status)) this.#emitter.emit('refused');
  }

  #status(): SessionStatus {
    const { connection, identity, state } = this;
    return {
      ended: this.#driver.gate.ended,
      isReady: state.kind === 'ready',
      isTrusted: connection?.negotiatesInside === true && identity.boundBy !== undefined,
    };
  }

  #forward(link: SessionLink): void {
    const { connection } = link;
    link.relay(this.#emitter);
    link.own(
      connection.on('identitychange', () => {
        if (this.connection === connection) this.#handleIdentity();
      }),
    );
  }

  #restore(link: SessionLink, before: SessionLink | undefined): void {
    this.tracks.restore(link, before);
    this.#feeds.move(this.connection);
    this.#handleIdentity();
  }

  #handleIdentity(): void {
    this.tracks.handleIdentity();
    this.#emitter.emit('identitychange', this.identity);
  }

  #suspend(): void {
    this.tracks.suspend();
    this.#feeds.move(this.connection);
  }
}
