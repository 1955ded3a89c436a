/** @module Requests that outlive a connection: sent again where that is safe, and told apart from those where it is not. */
import type { Method } from '@longwire/protocol';
import { EdgeError, hasErrorCode } from '@longwire/protocol/base';
import type { DeviceResponse } from '../request/device-response.ts';
import { RequestLostError } from '../request/request-lost-error.ts';
import { checkTimeLimit } from '../request/check-time-limit.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { Clock } from '../time/clock.ts';
import type { ReadyGate } from './ready-gate.ts';
import type { SessionLink } from './session-link.ts';
import { TimeLimit } from './time-limit.ts';

/** What requests of a session are made through. */
export interface SessionRequestsOptions {
  readonly gate: ReadyGate<SessionLink>;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
}

/** Most links one request is sent over. Reason: one that takes the connection down with it must come to an end. */
export const MAX_SENDS = 5;

const LOST_CODES = ['ERR_NOT_CONNECTED', 'ERR_CONNECTION_CLOSED', 'ERR_CHANNEL_CLOSED'] as const;

/** Whether an error is the end of the connection under a call, rather than an answer to it. */
export function isLoss(error: unknown): boolean {
  return error instanceof RequestLostError || LOST_CODES.some((code) => hasErrorCode(error, code));
}

/** Whether a lost request may have reached the device: where nothing says that it did not, it may have. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof RequestLostError ? error.wasSent : !hasErrorCode(error, 'ERR_NOT_CONNECTED');
}

/** Sends requests over whatever link there is. */
export class SessionRequests {
  readonly #options: SessionRequestsOptions;

  constructor(options: SessionRequestsOptions) {
    this.#options = options;
  }

  /**
   * Sends a request once there is a link other than `not`; each wait for one has the request's time limit.
   * @throws EdgeError ERR_NOT_SENT, ERR_OUTCOME_UNKNOWN, ERR_SESSION_ENDED, and what a request of a connection throws
   */
  async request(
    method: Method,
    path: string,
    options: RequestOptions = {},
    not?: SessionLink,
  ): Promise<DeviceResponse> {
    const { timeoutMs = this.#options.requestTimeoutMs, isIdempotent = method === 'GET' } = options;
    checkTimeLimit('timeoutMs', timeoutMs);
    let last = not;
    let wasSent = false;
    for (let sends = 1; ; sends += 1) {
      // One link after the other, each once: a link that is lost may be told so a little later.
      last = await this.#pass(last, { ...options, timeoutMs }, wasSent);
      try {
        return await this.#send(last, { method, path, options: { ...options, timeoutMs } }, isIdempotent);
      } catch (error) {
        if (!isLoss(error)) throw error;
        wasSent ||= mayHaveArrived(error);
        if (wasSent && (!isIdempotent || sends === MAX_SENDS)) throw outcomeUnknown(error);
      }
    }
  }

  /** An idempotent request that another link overtakes goes out over that one as well: the old way may be dead. The first answer counts. */
  async #send(
    link: SessionLink,
    { method, path, options }: Call,
    isIdempotent: boolean,
  ): Promise<DeviceResponse> {
    if (!isIdempotent) return link.run((connection) => connection.request(method, path, options));
    const stop = new AbortController();
    const { signal } = stop;
    const { signal: caller } = options;
    caller?.addEventListener('abort', () => stop.abort(caller.reason), { signal });
    if (caller?.aborted) stop.abort(caller.reason);
    try {
      const first = link.run((connection) => connection.request(method, path, { ...options, signal }));
      await Promise.race([first, aborted(link.moved, signal)]);
      // It has been answered, or its connection is lost.
      if (link.connection.state !== 'connected' || !link.moved.aborted) return await first;
      return await firstOf([first, this.request(method, path, { ...options, signal }, link)]);
    } catch (error) {
      // The other one was sent.
      throw hasErrorCode(error, 'ERR_NOT_SENT') && link.moved.aborted ? outcomeUnknown(error) : error;
    } finally {
      stop.abort();
    }
  }

  async #pass(
    last: SessionLink | undefined,
    { timeoutMs, signal }: RequestOptions & { readonly timeoutMs: number },
    wasSent: boolean,
  ): Promise<SessionLink> {
    const limit = new TimeLimit(this.#options.clock, timeoutMs, signal);
    try {
      return await this.#options.gate.pass(limit.signal, last);
    } catch (cause) {
      if (wasSent || !hasErrorCode(cause, 'ERR_REQUEST_TIMEOUT')) throw cause;
      throw new EdgeError('ERR_NOT_SENT', 'connection expected within the time limit, got none', { cause });
    } finally {
      limit.close();
    }
  }
}

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly options: RequestOptions;
}

/** Resolves when a signal is aborted; `end` takes the listener away. */
function aborted(signal: AbortSignal, end: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true, signal: end });
    if (signal.aborted) resolve();
  });
}

/** The first answer; where none comes, the error of the last one asked. */
async function firstOf<T>(answers: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.any(answers);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error;
  }
}

function outcomeUnknown(cause: unknown): EdgeError {
  return new EdgeError('ERR_OUTCOME_UNKNOWN', 'connection lost before the answer came', { cause });
}
