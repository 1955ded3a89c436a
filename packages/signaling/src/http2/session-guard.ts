/** @module Limits of one HTTP/2 connection: idle time, cancelled streams, and frames that require a reply. */
import {
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { EdgeError, TokenBucket } from '@longwire/protocol';
import type { Clock } from '@longwire/protocol';
import type { Limits } from '../config/limits.ts';
import type { Log } from '../log/log.ts';
import { after } from '@longwire/protocol';

/** Options of {@link SessionGuard}. */
export interface SessionGuardOptions {
  readonly session: ServerHttp2Session;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<Limits, 'headersTimeoutMs' | 'requestTimeoutMs'>;
}

/**
 * Open streams per connection. Reason: RFC 9113 section 6.5.2 recommends at least 100, and a page with its
 * sockets needs some dozens.
 */
export const MAX_STREAMS = 100;

/**
 * Time that a connection without a stream stays open, in milliseconds. Reason: a user reads a page for a
 * while before its next request, which the open connection speeds up.
 */
export const IDLE_MS = 120_000;

/**
 * Cancelled streams, as burst and per second. Reason: requesting and cancelling costs the client nothing
 * (CVE-2023-44487); leaving a page cancels some dozens.
 */
const CANCELLED = { capacity: 200, refillPerSecond: 20 };

/**
 * PING and SETTINGS frames, as burst and per second. Reason: each requires a reply (CVE-2019-9512,
 * CVE-2019-9515); browsers send one every few seconds.
 */
const ANSWERED = { capacity: 50, refillPerSecond: 2 };

/**
 * Unread bytes of all streams of a connection. Reason: with only the window of one stream (64 KiB), one
 * paused reader would block all others.
 */
const CONNECTION_WINDOW_BYTES = 1024 * 1024;

/** Guards one connection until it ends. */
export class SessionGuard {
  readonly #options: SessionGuardOptions;
  readonly #cancelled: TokenBucket;
  readonly #answered: TokenBucket;
  /** Streams that Node has not closed yet. */
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
    session.on('error', (error) => this.#report(error));
    session.on('close', () => this.#stopIdling());
    // as for the headers of HTTP/1.1: a silent client must not hold a connection
    this.#idle(limits.headersTimeoutMs);
  }

  #handleStream(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    this.#stopIdling();
    // WebSockets have their own heartbeats
    const deadlines = headers[':method'] === 'CONNECT' ? undefined : this.#deadlinesOf(stream);
    this.#streams.set(stream, deadlines);
    // the client chooses the code of a cancellation
    stream.once('close', () =>
      this.#forget(stream, stream.aborted || stream.rstCode !== constants.NGHTTP2_NO_ERROR),
    );
    if (this.#streams.size > MAX_STREAMS) this.#sweep();
  }

  /**
   * Closes streams that the client cancelled after their response. Reason: nghttp2 has closed them, so they
   * do not count as open streams; Node keeps them until they are read, without an event. This bounds them to
   * the number of open streams.
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

  /** A request has to arrive in time and completely; after that it must not stall. */
  #deadlinesOf(stream: ServerHttp2Stream): Disposable | undefined {
    const { clock, limits } = this.#options;
    const cut = (): void => stream.close(constants.NGHTTP2_CANCEL);
    stream.setTimeout(limits.requestTimeoutMs, cut);
    if (stream.endAfterHeaders) return undefined;
    const timer = after(clock, limits.requestTimeoutMs, cut);
    stream.once('end', () => timer[Symbol.dispose]());
    return timer;
  }

  #charge(bucket: TokenBucket): void {
    if (!bucket.take(this.#options.clock.monotonic())) this.#calm();
  }

  #calm(): void {
    const { session } = this.#options;
    if (session.destroyed) return;
    // without an error Node drops the code
    const error = new EdgeError(
      'ERR_RATE_LIMITED',
      'too many cancelled streams or control frames on an HTTP/2 connection',
    );
    session.destroy(error, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }

  /** A connection that ends for its frames, by these limits or by those of nghttp2; a lost network is no news. */
  #report(error: Error): void {
    const { code } = Object.assign({ code: '' }, error);
    if (error instanceof EdgeError || code.startsWith('ERR_HTTP2_'))
      this.#options.log.info({ reason: error.message }, 'HTTP/2 connection ended');
  }

  #idle(ms: number): void {
    this.#stopIdling();
    this.#idleTimer = after(this.#options.clock, ms, () => this.#options.session.destroy());
  }

  #stopIdling(): void {
    this.#idleTimer?.[Symbol.dispose]();
    this.#idleTimer = undefined;
  }
}
