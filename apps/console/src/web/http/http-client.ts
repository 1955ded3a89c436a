/** @module Sends requests to a device's web server over a few connections, which are kept open between requests as browsers do. */
import { onAbort, type Clock } from '@longwire/protocol/base';
import { EdgeError, StreamResetCode, StreamResetError, type DataStream } from '@longwire/client';
import { HttpConnection, type ConnectionReuse, type HttpAnswer } from './http-connection.ts';
import type { HttpRequest } from './request-writer.ts';
import { WebError, type WebErrorKind } from './web-error.ts';

/** Options of `HttpClient`. */
export interface HttpClientOptions {
  readonly openStream: (signal: AbortSignal) => Promise<DataStream>;
  readonly clock: Pick<Clock, 'schedule'>;
}

/** Most concurrent connections. Reason: the limit that browsers have for one host; small servers accept no more. */
const MAX_CONNECTIONS = 6;

/** Most requests queued for a connection. */
const MAX_WAITING = 256;

/** Longest time to the head of a response, in milliseconds. Reason: long-polling pages hold a request for a minute or two. */
const HEAD_TIMEOUT_MS = 180_000;

/** How long an idle connection stays open, in milliseconds. Reason: shorter than the five seconds of Node and Apache. */
const IDLE_MS = 4_000;

/** Methods that may be sent again if a kept connection turns out to be closed. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Idle {
  readonly connection: HttpConnection;
  readonly stopTimer: () => void;
}

/** A client of one server. */
export class HttpClient {
  readonly #options: HttpClientOptions;
  readonly #open = new Set<HttpConnection>();
  readonly #waiting: (() => void)[] = [];
  #idle: Idle[] = [];
  #used = 0;
  #isClosed = false;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /** Sends a request; the signal aborts it, including its body. @throws WebError, TypeError for an invalid request */
  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    await this.#turn(signal);
    try {
      return await this.#sendInTurn(request, signal);
    } catch (error) {
      this.#release();
      throw signal.aborted ? cancelled() : asWebError(error);
    }
  }

  /** Closes every connection. */
  close(): void {
    this.#isClosed = true;
    for (const { stopTimer } of this.#idle) stopTimer();
    for (const connection of this.#open) void connection.abort();
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async #sendInTurn(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const kept = this.#takeIdle();
    if (kept !== undefined) {
      try {
        return await this.#exchange(kept, request, signal);
      } catch (error) {
        const isRepeatable = REPEATABLE.has(request.method) && request.body === undefined;
        if (!isRepeatable || signal.aborted || asWebError(error).kind !== 'cutOff') throw error;
      }
    }
    return await this.#exchange(await this.#connect(signal), request, signal);
  }

  async #connect(signal: AbortSignal): Promise<HttpConnection> {
    const connection = new HttpConnection(await this.#options.openStream(signal));
    this.#open.add(connection);
    void connection.ended.then(() => this.#forget(connection));
    if (this.#isClosed) await connection.abort();
    return connection;
  }

  async #exchange(
    connection: HttpConnection,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const abort = (): void => void connection.abort(cancelled());
    let isLate = false;
    const stopTimer = this.#options.clock.schedule(HEAD_TIMEOUT_MS, () => {
      isLate = true;
      abort();
    });
    const ignoreSignal = onAbort(signal, abort);
    let isDone = false;
    const done = (afterwards: ConnectionReuse): void => {
      if (isDone) return;
      isDone = true;
      ignoreSignal();
      this.#keep(connection, afterwards);
      this.#release();
    };
    try {
      if (signal.aborted) throw cancelled();
      const answer = await connection.exchange(request, done);
      return { ...answer, body: translated(answer.body, signal) };
    } catch (error) {
      ignoreSignal();
      abort();
      throw isLate ? new WebError('timeout', 'no response in time') : error;
    } finally {
      stopTimer();
    }
  }

  #keep(connection: HttpConnection, afterwards: ConnectionReuse): void {
    if (afterwards === 'over' || this.#isClosed) {
      void connection.abort();
      return;
    }
    const stopTimer = this.#options.clock.schedule(IDLE_MS, () => {
      this.#forget(connection);
      void connection.abort();
    });
    this.#idle.push({ connection, stopTimer });
  }

  #takeIdle(): HttpConnection | undefined {
    const idle = this.#idle.pop();
    idle?.stopTimer();
    return idle?.connection;
  }

  #forget(connection: HttpConnection): void {
    this.#open.delete(connection);
    this.#idle.find((each) => each.connection === connection)?.stopTimer();
    this.#idle = this.#idle.filter((each) => each.connection !== connection);
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#used >= MAX_CONNECTIONS) await this.#waitForTurn(signal);
    else this.#used += 1;
    if (!this.#isClosed && !signal.aborted) return;
    this.#release();
    throw cancelled();
  }

  /** Resolves when it is this request's turn, or after the client was closed. @throws WebError busy, cancelled */
  async #waitForTurn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw new WebError('busy', 'too many requests are queued');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      const at = this.#waiting.indexOf(resolve);
      if (at === -1) return;
      this.#waiting.splice(at, 1);
      reject(cancelled());
    };
    this.#waiting.push(resolve);
    const ignoreSignal = onAbort(signal, leave);
    try {
      await promise;
    } finally {
      ignoreSignal();
    }
  }

  /** Passes the turn to the longest-waiting request. */
  #release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#used -= 1;
    else next();
  }
}

async function* translated(body: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw signal.aborted ? cancelled() : asWebError(error);
  }
}

const cancelled = (): WebError => new WebError('cancelled', 'the request was cancelled');

/** Codes of RESET frames (docs/protocol/streams.md) that mean something to a person. */
const RESETS: Readonly<Record<number, WebErrorKind>> = {
  [StreamResetCode.denied]: 'forbidden',
  [StreamResetCode.noListener]: 'noTunnel',
  [StreamResetCode.unreachable]: 'unreachable',
  [StreamResetCode.limit]: 'busy',
};

const CODES: Readonly<Record<string, WebErrorKind>> = {
  ERR_STREAM_TIMEOUT: 'timeout',
  ERR_NOT_CONNECTED: 'disconnected',
  ERR_CONNECTION_CLOSED: 'disconnected',
  ERR_SESSION_ENDED: 'disconnected',
};

/** Classifies any failure of a stream or an exchange. */
export function asWebError(error: unknown): WebError {
  if (error instanceof WebError) return error;
  const options = { cause: error };
  if (error instanceof StreamResetError)
    return new WebError(RESETS[error.resetCode] ?? 'cutOff', error.message, options);
  if (error instanceof EdgeError) return new WebError(CODES[error.code] ?? 'cutOff', error.message, options);
  if (error instanceof TypeError) return new WebError('malformed', error.message, options);
  return new WebError('cutOff', 'the connection broke off', options);
}
