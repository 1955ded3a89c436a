/** @module The connection: one state, one method that changes it, everything else delegated. */
import type { AbortOptions, Method } from '@longwire/protocol';
import { EdgeError, onLimit, specError, throwIfAborted } from '@longwire/protocol/base';
import type { FingerprintVerdict, ShownKey } from '../auth/fingerprint-check.ts';
import type { AuthenticateOptions, Credentials } from '../auth/password-login.ts';
import { startSilence } from '../diagnostics/silence/silence-feed.ts';
import { startStats } from '../diagnostics/stats/stats-feed.ts';
import { Trace, type ConnectTrace, type TraceFacts } from '../diagnostics/trace/trace.ts';
import { OrderedEmitter } from '../events/ordered-emitter.ts';
import { Scope } from '../events/scope.ts';
import { WhileListened } from '../events/while-listened.ts';
import type { IamClient } from '../iam/iam-calls.ts';
import { createIamClient } from '../iam/iam-client.ts';
import type { AddTrackOptions } from '../peer/sent-tracks.ts';
import type { ObserveOptions } from '../coap/observe-options.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { CallOptions, RequestOptions } from '../request/request-options.ts';
import type { DataStream, OpenStreamOptions } from '../streams/data-stream.ts';
import type { Authenticator, ConnectionIdentity } from './authenticator.ts';
import type { CloseOptions, Connection, ConnectionEvents } from './connection.ts';
import { ConnectAttempts } from './connect-attempts.ts';
import { LossWatch } from './loss-watch.ts';
import type { AttemptScope, LinkObserver, OpenLink } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import { ownCertificate } from './own-certificate.ts';
import {
  nextState,
  type ConnectionEvent,
  type ConnectionState,
  type ConnectionStateName,
  type ConnectStep,
} from './state.ts';
import { Preparation } from './preparation.ts';

interface Link extends Omit<OpenLink, 'authenticator'> {
  readonly authenticator: Authenticator;
}

/** A {@link Connection} over WebRTC. */
export class DeviceConnection implements Connection {
  readonly iam: IamClient;
  readonly #options: ResolvedOptions;
  readonly #emitter: OrderedEmitter<ConnectionEvents>;
  /** Work done only while an event has listeners. */
  readonly #feeds: ReadonlyMap<keyof ConnectionEvents, WhileListened>;
  readonly #trace: Trace;
  #state: ConnectionState<AttemptScope, Link> = { kind: 'idle' };
  /** The preparation, even if it was dropped; discarded when the state leaves `idle`. */
  #preparation: Preparation | undefined;

  constructor(options: ResolvedOptions) {
    const { logger } = options;
    this.#options = options;
    this.#emitter = new OrderedEmitter((event, error) =>
      logger.error('connection.listener-failed', { event, error }),
    );
    this.#trace = new Trace(options.clock, options.attempt);
    const isConnected = (): boolean => this.#state.kind === 'connected';
    const feed = {
      clock: options.clock,
      read: () => this.getStats(),
      fail: (error: unknown) => logger.warn('connection.stats-failed', { error }),
    };
    const startStatsFeed = (): (() => void) =>
      startStats({ ...feed, tell: (stats) => this.#emitter.emit('stats', stats) });
    const startSilenceFeed = (): (() => void) =>
      startSilence({
        ...feed,
        probe: () => this.#requireLink().requests.probe(),
        report: (isSilent) => this.#emitter.emit('silence', isSilent),
      });
    this.#feeds = new Map([
      ['stats', new WhileListened(isConnected, startStatsFeed)],
      ['silence', new WhileListened(isConnected, startSilenceFeed)],
    ]);
    this.iam = createIamClient((...call) => this.request(...call), options.randomBytes);
  }

  get state(): ConnectionStateName {
    return this.#state.kind;
  }

  get negotiatesInside(): boolean {
    return this.#state.kind === 'connected' && this.#state.link.peer.negotiatesInside;
  }

  /** The browser's own peer connection; undefined in every state but `connected`. */
  get browserPeer(): RTCPeerConnection | undefined {
    return this.#state.kind === 'connected' ? this.#state.link.peer.browserPeer : undefined;
  }

  get step(): ConnectStep | undefined {
    return this.#state.kind === 'connecting' ? this.#state.step : undefined;
  }

  get identity(): ConnectionIdentity {
    return this.#state.kind === 'connected' ? this.#state.link.authenticator.identity : {};
  }

  get iceServers(): readonly RTCIceServer[] {
    const { cache, ownIceServers = [] } = this.#options;
    return (cache.freshServers ?? ownIceServers).map(({ urls, ...rest }) => ({ ...rest, urls: [...urls] }));
  }

  get trace(): ConnectTrace {
    return this.#trace.export();
  }

  on<K extends keyof ConnectionEvents>(
    event: K,
    listener: (...args: ConnectionEvents[K]) => void,
  ): () => void {
    const off = this.#emitter.on(event, listener);
    const stopFeed = this.#feeds.get(event)?.addListener();
    return () => {
      off();
      stopFeed?.();
    };
  }

  async prepare({ signal }: AbortOptions = {}): Promise<void> {
    this.#checkIdle(signal);
    const options = this.#options;
    if (this.#preparation === undefined || this.#preparation.isOver) {
      this.#preparation = new Preparation({
        options,
        certificate: ownCertificate(options),
        trace: this.#trace,
        reports: this.#emitter,
      });
    }
    await this.#preparation.ready(signal);
  }

  async connect({ signal }: AbortOptions = {}): Promise<void> {
    this.#checkIdle(signal);
    const attempt = this.#begin();
    const stopWaiting = this.#limit(signal);
    try {
      // A listener of the first statechange may already have ended it.
      attempt.abort.signal.throwIfAborted();
      const link = await this.#startAttempts(attempt).run();
      attempt.abort.signal.throwIfAborted();
      const authenticator = link.authenticator((identity) => this.#emitter.emit('identitychange', identity));
      this.#dispatch({ type: 'opened', link: { ...link, authenticator } });
      link.deliver();
    } catch (error) {
      this.#end(asError(error));
      throw attempt.abort.signal.reason;
    } finally {
      stopWaiting();
    }
  }

  async close({ reason }: CloseOptions = {}): Promise<void> {
    if (this.#state.kind === 'idle' && this.#preparation === undefined) throw specError('ERR_INVALID_STATE');
    if (reason !== undefined && this.#state.kind === 'connected')
      await this.#state.link.signaling.close(reason, (listener) => this.on('doubt', listener));
    this.#end(undefined);
  }

  async checkAlive(options?: CallOptions): Promise<boolean> {
    return this.#requireLink().signaling.checkAlive(options);
  }

  async refreshIceServers(options?: CallOptions): Promise<readonly RTCIceServer[]> {
    await this.#requireLink().signaling.refreshIceServers(options);
    return this.iceServers;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#state.kind !== 'idle' || this.#preparation !== undefined) await this.close();
  }

  async request(method: Method, path: string, options?: RequestOptions): Promise<DeviceResponse> {
    return await this.#requireLink().requests.request(method, path, options);
  }

  observe(path: string, options?: ObserveOptions): AsyncIterableIterator<DeviceResponse> {
    return this.#requireLink().requests.observe(path, options);
  }

  async authenticate(credentials: Credentials, options?: AuthenticateOptions): Promise<void> {
    await this.#requireLink().authenticator.authenticate(credentials, options);
  }

  async verifyFingerprint(fingerprint: string, options?: CallOptions): Promise<FingerprintVerdict> {
    return this.#requireLink().authenticator.verifyFingerprint(fingerprint, options);
  }

  async readFingerprint(options?: CallOptions): Promise<ShownKey> {
    return this.#requireLink().authenticator.readFingerprint(options);
  }

  addTrack(track: MediaStreamTrack, trackId: string, options?: AddTrackOptions): RTCRtpTransceiver {
    return this.#requireLink().peer.addTrack(track, trackId, options);
  }

  removeTrack(transceiver: RTCRtpTransceiver): void {
    this.#requireLink().peer.removeTrack(transceiver);
  }

  createDataChannel(label: string, init?: RTCDataChannelInit): RTCDataChannel {
    return this.#requireLink().peer.createDataChannel(label, init);
  }

  async openStream(port: number, options?: OpenStreamOptions): Promise<DataStream> {
    return this.#requireLink().streams.open(port, options);
  }

  async getStats(): Promise<RTCStatsReport> {
    return this.#requireLink().peer.getStats();
  }

  #requireLink(): Link {
    if (this.#state.kind !== 'connected') throw specError('ERR_NOT_CONNECTED');
    return this.#state.link;
  }

  #begin(): AttemptScope {
    const { logger } = this.#options;
    const scope = new Scope((error) => logger.warn('connection.release-failed', { error }));
    const attempt = { abort: new AbortController(), scope, trace: this.#trace };
    this.#dispatch({ type: 'start', attempt });
    return attempt;
  }

  /** Checks that connecting may begin; servers and some browsers have no WebRTC. @throws EdgeError ERR_INVALID_STATE, ERR_ABORTED, ERR_MISSING_OPTIONS */
  #checkIdle(signal: AbortSignal | undefined): void {
    if (this.#state.kind !== 'idle') throw specError('ERR_INVALID_STATE');
    throwIfAborted({ signal });
    if (!this.#options.RTCPeerConnection)
      throw new EdgeError('ERR_MISSING_OPTIONS', 'Missing connection options: RTCPeerConnection');
  }

  #startAttempts(attempt: AttemptScope): ConnectAttempts {
    const options = this.#options;
    const observer = this.#observe(attempt);
    const prepared = this.#preparation?.take();
    return new ConnectAttempts({
      options,
      certificate: prepared?.certificate ?? ownCertificate(options),
      reports: this.#emitter,
      connecting: attempt,
      observer,
      prepared,
    });
  }

  /** Ends the attempt when the caller aborts or the time limit expires; returns a function that stops both. */
  #limit(signal: AbortSignal | undefined): () => void {
    const { clock, connectTimeoutMs } = this.#options;
    const error = (limitMs: number): EdgeError => {
      const words = `connecting took longer than ${limitMs} ms, at step ${this.step ?? 'connected'}`;
      return new EdgeError('ERR_CONNECT_TIMEOUT', words);
    };
    const time = { clock, limitMs: connectTimeoutMs, error };
    return onLimit({ signal, time }, (cause) => this.#end(asError(cause)));
  }

  #observe({ scope }: AttemptScope): LinkObserver {
    const { clock, closePolicy } = this.#options;
    const watch = new LossWatch({
      clock,
      policy: closePolicy,
      onEnd: (error) => this.#end(error),
      onWarning: (error) => this.#emitter.emit('warning', error),
      onDoubt: (isInDoubt) => this.#emitter.emit('doubt', isInDoubt),
    });
    scope.add(() => watch.close());
    return {
      onStep: (step) => this.#dispatch({ type: 'step', step }),
      onLoss: (loss) => {
        if (loss.type === 'identity-lost' && this.#state.kind === 'connected') {
          this.#state.link.authenticator.reset();
        }
        watch.handleLoss(this.#state.kind === 'connected' ? 'connected' : 'connecting', loss);
      },
    };
  }

  #end(cause: Error | undefined): void {
    this.#dispatch({ type: 'ended', cause });
  }

  /** The only place that writes the state; resources of a closed connection are released before listeners run. */
  #dispatch(event: ConnectionEvent<AttemptScope, Link>): void {
    const before = this.#state;
    const after = nextState(before, event);
    if (after === before) return;
    this.#state = after;
    this.#trace.mark(this.step ?? after.kind, after.kind === 'closed' ? codeFacts(after.cause) : {});
    for (const feed of this.#feeds.values()) feed.refresh();
    if (after.kind === 'closed') this.#release(before, after.cause);
    this.#options.logger.info('connection.state', { state: after.kind, step: this.step });
    this.#emitter.emit('statechange', after.kind, this.step);
    if (after.kind === 'closed' && after.wasConnected) this.#emitter.emit('close', after.cause);
  }

  #release(state: ConnectionState<AttemptScope, Link>, cause: Error | undefined): void {
    const reason = cause ?? new EdgeError('ERR_CONNECTION_CLOSED', 'connection closed by the application');
    this.#preparation?.close(reason);
    if (state.kind !== 'connecting' && state.kind !== 'connected') return;
    const { abort, scope } = state.attempt;
    abort.abort(reason);
    if (state.kind === 'connected') state.link.authenticator.reset();
    scope.disposeAll();
  }
}

/** The code of the error; its message may quote input, the code does not. */
function codeFacts(cause: Error | undefined): TraceFacts {
  return cause instanceof EdgeError ? { code: cause.code } : {};
}

function asError(error: unknown): Error {
  if (error instanceof EdgeError) return error;
  return new EdgeError('ERR_PEER_FAILED', 'connecting failed', { cause: error });
}
