/** @module Implements `Session`: runs each call over the session's current link. */
import type { Logger, Method } from '@longwire/protocol';
import { EdgeError, Emitter, specError } from '@longwire/protocol/base';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { ConnectionIdentity } from '../connection/authenticator.ts';
import type { Connection } from '../connection/connection.ts';
import type { ConnectionOptions } from '../connection/options.ts';
import type { ConnectTrace } from '../diagnostics/trace/trace.ts';
import { listen } from '../events/listen.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import { createIamClient } from '../iam/iam-client.ts';
import type { AddTrackOptions } from '../peer/sent-tracks.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import { checkTimeLimit } from '../request/check-time-limit.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { DataStream, OpenStreamOptions } from '../streams/data-stream.ts';
import type { AbortOptions } from '../time/abort.ts';
import { abortedByCaller } from '../time/abort.ts';
import { LocalTracks, type SessionTrack } from './local-tracks.ts';
import { SessionDriver } from './session-driver.ts';
import { SessionFeeds } from './session-feeds.ts';
import type { SessionLink } from './session-link.ts';
import type { ResolvedSessionOptions } from './session-options.ts';
import { SessionObservation } from './session-observation.ts';
import { SessionRequests } from './session-requests.ts';
import type { SessionState } from './session-state.ts';
import { asksForTracks, SessionTracks } from './session-tracks.ts';
import type { Session, SessionEvents } from './session.ts';
import { TimeLimit } from './time-limit.ts';

/** Collaborators of a {@link LiveSession}. */
export interface LiveSessionOptions {
  readonly options: ResolvedSessionOptions;
  readonly createConnection: (options: ConnectionOptions) => Connection;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly logger: Logger;
}

const CREATED = 201;

/** A {@link Session} over consecutive connections. */
export class LiveSession implements Session {
  readonly iam: IamClient;
  readonly #options: ResolvedSessionOptions;
  readonly #emitter: Emitter<SessionEvents>;
  readonly #tracks: SessionTracks;
  readonly #localTracks: LocalTracks;
  readonly #driver: SessionDriver;
  readonly #requests: SessionRequests;
  readonly #feeds: SessionFeeds;

  constructor({ options, createConnection, randomBytes, logger }: LiveSessionOptions) {
    const { clock, createMediaStream, requestTimeoutMs } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('session.listener-failed', { event, error }));
    this.#feeds = new SessionFeeds(this.#emitter);
    const onWarning = (error: EdgeError): void => this.#emitter.emit('warning', error);
    this.#tracks = new SessionTracks({ clock, createMediaStream, onWarning });
    this.#localTracks = new LocalTracks(onWarning);
    this.#driver = new SessionDriver({
      options,
      createConnection,
      logger,
      observer: {
        onState: (state) => this.#emitter.emit('statechange', state),
        onLink: (link) => this.#forward(link),
        onReady: (link, before) => this.#restore(link, before),
        onSuspended: () => this.#suspend(),
        onWarning,
        onEnd: (reason) => {
          this.#emitter.emit('end', reason);
          this.#emitter.clear();
        },
      },
    });
    this.#requests = new SessionRequests({ gate: this.#driver.gate, clock, requestTimeoutMs });
    this.iam = createIamClient((...call) => this.request(...call), randomBytes);
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
    if (signal?.aborted) throw abortedByCaller(signal);
    const never = new AbortController();
    const abort = (): void => never.abort(signal && abortedByCaller(signal));
    signal?.addEventListener('abort', abort);
    try {
      await this.#driver.gate.pass(never.signal);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
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
    if (!asksForTracks(method, path)) return this.#requests.request(method, path, options);
    const withoutSignaling = this.#driver.linkWithoutSignaling;
    if (withoutSignaling !== undefined) this.#driver.needNegotiation();
    const response = await this.#requests.request(method, path, options, withoutSignaling);
    if (response.statusCode === CREATED) this.#tracks.handlePromise(options?.payload);
    return response;
  }

  observe(path: string, options: ObserveOptions = {}): AsyncIterableIterator<DeviceResponse> {
    return new SessionObservation({
      gate: this.#driver.gate,
      start: (connection, signal) => connection.observe(path, { ...options, signal }),
      signal: options.signal,
    });
  }

  mediaStream(trackId: string): MediaStream {
    return this.#tracks.mediaStream(trackId);
  }

  dropTrack(trackId: string): void {
    this.#tracks.drop(trackId);
  }

  addTrack(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): SessionTrack {
    if (this.state.kind === 'ended') {
      throw new EdgeError('ERR_SESSION_ENDED', 'cannot add a track: the session has ended');
    }
    const { link } = this.#driver.gate;
    const needsSignaling = link !== undefined && link === this.#driver.linkWithoutSignaling;
    const own = this.#localTracks.add(needsSignaling ? undefined : link, [track, trackId, options]);
    if (needsSignaling) this.#driver.needNegotiation();
    return own;
  }

  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
    const link = this.#requireLink();
    const channel = link.connection.createDataChannel(label, init);
    const release = link.hold();
    link.own(listen(channel, 'close', release));
    return channel;
  }

  async openStream(port: number, options: OpenStreamOptions = {}): Promise<DataStream> {
    const { clock, requestTimeoutMs } = this.#options;
    const { timeoutMs = requestTimeoutMs } = options;
    checkTimeLimit('timeoutMs', timeoutMs);
    const limit = new TimeLimit(clock, timeoutMs, options.signal);
    try {
      const link = await this.#driver.gate.pass(limit.signal);
      return await openHeld(link, port, { ...options, timeoutMs, signal: limit.signal });
    } catch (cause) {
      throw limit.signal.aborted ? streamError(limit.signal.reason) : cause;
    } finally {
      limit.close();
    }
  }

  async getStats(): Promise<RTCStatsReport> {
    return this.#requireLink().connection.getStats();
  }

  #requireLink(): SessionLink {
    const { link } = this.#driver.gate;
    if (link === undefined) throw specError('ERR_NOT_CONNECTED');
    return link;
  }

  #forward(link: SessionLink): void {
    const { connection } = link;
    link.own(
      connection.on('track', (arrival) =>
        link.deliver(() => {
          this.#tracks.handleArrival(arrival);
          this.#emitter.emit('track', arrival);
        }),
      ),
    );
    link.own(
      connection.on('trackstatus', (status) =>
        link.deliver(() => {
          this.#localTracks.handleStatus(status);
          this.#emitter.emit('trackstatus', status);
        }),
      ),
    );
    link.own(
      connection.on('trackmoved', (from, to) =>
        link.deliver(() => {
          this.#localTracks.handleMoved(from, to);
          this.#emitter.emit('trackmoved', from, to);
        }),
      ),
    );
    link.own(
      connection.on('datachannel', (channel) =>
        link.deliver(() => this.#emitter.emit('datachannel', channel)),
      ),
    );
    link.own(
      connection.on('identitychange', (identity) => {
        if (this.connection === connection) this.#emitter.emit('identitychange', identity);
      }),
    );
    link.own(connection.on('warning', (error) => link.deliver(() => this.#emitter.emit('warning', error))));
  }

  #restore(link: SessionLink, before: SessionLink | undefined): void {
    // The old link keeps sending the device's tracks until they have arrived over the new one.
    const release = before?.hold();
    const arrived = this.#tracks.restore(link);
    this.#localTracks.restore(link, (trackId) => (this.#tracks.isWanted(trackId) ? arrived : undefined));
    void arrived.then(() => release?.());
    this.#feeds.move(this.connection);
    this.#emitter.emit('identitychange', link.connection.identity);
  }

  #suspend(): void {
    this.#localTracks.suspend();
    this.#feeds.move(this.connection);
  }
}

/** Opens a stream and holds its link open until the stream has ended. */
async function openHeld(link: SessionLink, port: number, options: OpenStreamOptions): Promise<DataStream> {
  const release = link.hold();
  try {
    const stream = await link.connection.openStream(port, options);
    stream.closed.then(release, release);
    return stream;
  } catch (error) {
    release();
    throw error;
  }
}

function streamError(cause: unknown): unknown {
  if (!(cause instanceof EdgeError) || cause.code !== 'ERR_REQUEST_TIMEOUT') return cause;
  return new EdgeError('ERR_STREAM_TIMEOUT', 'the stream did not open within its time limit', { cause });
}
