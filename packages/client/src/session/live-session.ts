/** @module Implements `Session`: runs each call over the session's current link. */
import type { AbortOptions, Logger, Method } from '@longwire/protocol';
import { Emitter, specError } from '@longwire/protocol/base';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { ConnectionIdentity } from '../connection/authenticator.ts';
import { checkCloseReason } from '../connection/check-close-reason.ts';
import type { CloseOptions, Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import { listen } from '../events/listen.ts';
import { OrderedEmitter } from '../events/ordered-emitter.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import { createIamClient } from '../iam/iam-client.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { Requester, RequestOptions } from '../request/request-options.ts';
import { reportRefusal, type DriverEvents } from './driver-events.ts';
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

/** Collaborators of a {@link LiveSession}. */
export interface LiveSessionOptions {
  readonly options: ResolvedSessionOptions;
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly logger: Logger;
}

/** A {@link Session} over consecutive connections. */
export class LiveSession implements Session {
  readonly iam: IamClient;
  readonly tracks: LiveTracks;
  readonly streams: LiveStreams;
  readonly #events: Emitter<DriverEvents>;
  readonly #driver: SessionDriver;
  readonly #requests: SessionRequests;
  readonly #feeds: SessionFeeds;

  constructor({ options, createConnection, randomBytes, logger }: LiveSessionOptions) {
    const { clock, createMediaStream, requestTimeoutMs } = options;
    const logFailure = (event: string, error: unknown): void =>
      logger.error('session.listener-failed', { event, error });
    const events = new Emitter<DriverEvents>(logFailure);
    const driver = new SessionDriver({ options, createConnection, logger, events });
    const { gate } = driver;
    const request: Requester = (...call) => this.request(...call);
    this.#events = events;
    this.#driver = driver;
    this.#requests = new SessionRequests({ gate, clock, requestTimeoutMs });
    this.iam = createIamClient((...call) => this.#requests.request(...call), randomBytes);
    this.streams = new LiveStreams({ gate, clock, requestTimeoutMs, request });
    const emitter = new OrderedEmitter<TracksEvents>(logFailure);
    this.tracks = new LiveTracks({ clock, createMediaStream, emitter, events, driver, request });
    this.#feeds = new SessionFeeds(events, this.tracks);
    driver.start();
  }

  get state(): SessionState {
    return this.#driver.state;
  }

  get connection(): Connection | undefined {
    return this.#driver.gate.link?.connection;
  }

  get trace(): ConnectTrace | undefined {
    return this.#driver.newest?.trace;
  }

  get identity(): ConnectionIdentity {
    return this.connection?.identity ?? {};
  }

  on<K extends keyof SessionEvents>(event: K, listener: (...args: SessionEvents[K]) => void): () => void {
    const off = this.#events.on(event, listener);
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

  async end(options: CloseOptions = {}): Promise<void> {
    checkCloseReason(options.reason);
    const { link } = this.#driver.gate;
    if (link !== undefined) link.closeOptions = options;
    this.#driver.end();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  async request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse> {
    const response = await this.#requests.request(method, path, options);
    reportRefusal(this.#events, response.statusCode);
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
    const stop = listen(channel, 'close', () => {
      stop();
      disown();
      release();
    });
    const disown = link.own(stop);
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
}
