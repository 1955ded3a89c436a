/** @module What one HTTP/2 connection may cost: its idle time, what it cancels, and frames that ask for an answer. */
import {
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { EdgeError, TokenBucket } from '@longwire/protocol';
import type { Clock } from '../clock/clock.ts';
import type { Limits } from '../config/limits.ts';
import type { Log } from '../log/log.ts';

/** What a guard needs. */
export interface SessionGuardOptions {
  readonly session: ServerHttp2Session;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<Limits, 'headersTimeoutMs' | 'requestTimeoutMs'>;
}

/** Streams that may be open on one connection. Reason: RFC 9113 section 6.5.2 advises no less than 100, and a page with its sockets needs some dozens. */
export const MAX_STREAMS = 100;

/** Time that a connection without a stream is kept, in milliseconds. Reason: a page is looked at for a while before its next request, which the connection makes quicker. */
export const IDLE_MS = 120_000;

/**
 * Streams that may be cancelled at once, and a second. Reason: to ask and to cancel costs the asker nothing (CVE-2023-44487); a page that
 * is left cancels some dozens.
 */
const CANCELLED = { capacity: 200, refillPerSecond: 20 };

/** PING and SETTINGS frames that may come at once, and a second. Reason: each is answered (CVE-2019-9512, CVE-2019-9515); browsers send one in some seconds. */
const ANSWERED = { capacity: 50, refillPerSecond: 2 };

/** Unread bytes that all streams of a connection may have sent. Reason: with no more than one stream may have (64 KiB), one reader that is paused would hold up all others. */
const CONNECTION_WINDOW_BYTES = 1024 * 1024;

/** Watches one connection until it ends. */
export class SessionGuard {
  readonly #options: SessionGuardOptions;
  readonly #cancelled: TokenBucket;
  readonly #answered: TokenBucket;
  /** Those that Node has not done with. */
  readonly #streams = new Map<ServerHttp2Stream, Disposable | undefined>();
  #idleTimer: Disposable | undefined;

  constructor(options: SessionGuardOptions) {
    const { session, clock, limits } = options;
    this.#options = options;
    this.#cancelled = new TokenBucket(CANCELLED, clock.monotonic());
    this.#answered = new TokenBucket(ANSWERED, clock.monotonic());
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    session.on('stream', (stream, headers) => this.#handleStream(stream, headers));
    session.on('ping', () => this.#charge(this.#answered));
    session.on('remoteSettings', () => this.#charge(this.#answered));
    session.on('close', () => this.#stopIdling());
    // as for the headers of HTTP/1.1: who says nothing holds no connection for long
    this.#idle(limits.headersTimeoutMs);
  }

  #handleStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    this.#stopIdling();
    // a WebSocket is watched by its own heartbeats
    const deadlines = headers[':method'] === 'CONNECT' ? undefined : this.#deadlinesOf(stream);
    this.#streams.set(stream, deadlines);
    // whoever cancels chooses the code
    stream.once('close', () =>
      this.#forget(stream, stream.aborted || stream.rstCode !== constants.NGHTTP2_NO_ERROR),
    );
    if (this.#streams.size > MAX_STREAMS) this.#sweep();
  }

  /**
   * Ends what was cancelled with the code of no error once it had its answer. Reason: for nghttp2 it is over, so that it does not count among those that may be open; Node
   * waits for somebody to read it, and tells nobody. So no more are kept than may be open.
   */
  #sweep(): void {
    for (const stream of this.#streams.keys()) {
      if (!stream.closed) continue;
      this.#forget(stream, true);
      stream.destroy();
    }
  }

  #forget(stream: ServerHttp2Stream, isCancelled: boolean): void {
    if (!this.#streams.has(stream)) return;
    this.#streams.get(stream)?.[Symbol.dispose]();
    this.#streams.delete(stream);
    if (isCancelled) this.#charge(this.#cancelled);
    if (this.#streams.size === 0 && !this.#options.session.destroyed) this.#idle(IDLE_MS);
  }

  /** A request comes in time and as a whole; after that it may not stand still. */
  #deadlinesOf(stream: ServerHttp2Stream): Disposable | undefined {
    const { clock, limits } = this.#options;
    const cut = (): void => stream.close(constants.NGHTTP2_CANCEL);
    stream.setTimeout(limits.requestTimeoutMs, cut);
    if (stream.endAfterHeaders) return undefined;
    const timer = clock.after(limits.requestTimeoutMs, cut);
    stream.once('end', () => timer[Symbol.dispose]());
    return timer;
  }

  #charge(bucket: TokenBucket): void {
    if (!bucket.take(this.#options.clock.monotonic())) this.#calm();
  }

  #calm(): void {
    const { session, log } = this.#options;
    if (session.destroyed) return;
    log.info({}, 'HTTP/2 connection ended: it asks for too much');
    // without an error Node leaves the code out
    const error = new EdgeError('ERR_RATE_LIMITED', 'HTTP/2 connection asks for too much');
    session.destroy(error, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }

  #idle(ms: number): void {
    this.#stopIdling();
    this.#idleTimer = this.#options.clock.after(ms, () => this.#options.session.destroy());
  }

  #stopIdling(): void {
    this.#idleTimer?.[Symbol.dispose]();
    this.#idleTimer = undefined;
  }
}
