/** @module Requests that outlive a connection: repeated where that is safe, rejected where it is not. */
import type { Clock, Method } from '@longwire/protocol';
import { EdgeError, hasErrorCode, onAbort, waitFor } from '@longwire/protocol/base';
import type { DeviceResponse } from '../request/device-response.ts';
import { RequestLostError } from '../request/request-lost-error.ts';
import { checkTimeLimit } from '../request/check-time-limit.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { ReadyGate } from './ready-gate.ts';
import type { SessionLink } from './session-link.ts';

/** Options of {@link SessionRequests}. */
export interface SessionRequestsOptions {
  readonly gate: ReadyGate<SessionLink>;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
}

/** Most links one request is sent over. Reason: a request that breaks every connection must not be repeated for ever. */
export const MAX_SENDS = 5;

const LOST_CODES = ['ERR_NOT_CONNECTED', 'ERR_CONNECTION_CLOSED', 'ERR_CHANNEL_CLOSED'] as const;

/** Whether an error means that the connection of a call ended, rather than that the call was answered. */
export function isLoss(error: unknown): boolean {
  return error instanceof RequestLostError || LOST_CODES.some((code) => hasErrorCode(error, code));
}

/** Whether a lost request may have reached the device: true unless the error proves otherwise. */
function mayHaveArrived(error: unknown): boolean {
  return error instanceof RequestLostError ? error.wasSent : !hasErrorCode(error, 'ERR_NOT_CONNECTED');
}

/** Sends requests over the session's current link. */
export class SessionRequests {
  readonly #options: SessionRequestsOptions;

  constructor(options: SessionRequestsOptions) {
    this.#options = options;
  }

  /**
   * Sends a request as soon as there is a link other than `not`; each wait for a link has the request's time limit.
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
      // Each link is used once: a lost link may still be the current one for a moment.
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

  /** When another link takes over, an idempotent request is also sent there: the old path may be dead. The first answer counts. */
  async #send(
    link: SessionLink,
    { method, path, options }: Call,
    isIdempotent: boolean,
  ): Promise<DeviceResponse> {
    if (!isIdempotent) return link.run((connection) => connection.request(method, path, options));
    const stop = new AbortController();
    const stopListening = onAbort(options.signal, (reason) => stop.abort(reason));
    const own = { ...options, signal: stop.signal };
    try {
      const first = link.run((connection) => connection.request(method, path, own));
      await settledOrRetired(first, link);
      // The request was answered, or its connection is lost.
      if (link.connection.state !== 'connected' || !link.retired.aborted) return await first;
      return await firstOf([first, this.request(method, path, own, link)]);
    } catch (error) {
      // The first request was sent.
      throw hasErrorCode(error, 'ERR_NOT_SENT') && link.retired.aborted ? outcomeUnknown(error) : error;
    } finally {
      stopListening();
      stop.abort();
    }
  }

  #pass(
    last: SessionLink | undefined,
    { timeoutMs, signal }: RequestOptions & { readonly timeoutMs: number },
    wasSent: boolean,
  ): Promise<SessionLink> {
    const { gate, clock } = this.#options;
    const time = { clock, limitMs: timeoutMs, error: wasSent ? undefined : notSent };
    return gate.pass({ signal, time }, last);
  }
}

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly options: RequestOptions;
}

/** Resolves when another link takes over, or with the answer; rejects with the error of the request. */
async function settledOrRetired(request: Promise<unknown>, { retired }: SessionLink): Promise<void> {
  await waitFor<unknown>({}, ({ resolve, reject }) => {
    request.then(resolve, reject);
    return onAbort(retired, resolve);
  });
}

function notSent(limitMs: number): EdgeError {
  return new EdgeError('ERR_NOT_SENT', `request not sent: no connection within ${limitMs} ms`);
}

/** The first answer; if all fail, the error of the last one. */
async function firstOf<T>(answers: readonly Promise<T>[]): Promise<T> {
  try {
    return await Promise.any(answers);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error;
  }
}

function outcomeUnknown(cause: unknown): EdgeError {
  return new EdgeError(
    'ERR_OUTCOME_UNKNOWN',
    'connection lost before the response arrived: the device may or may not have handled the request',
    { cause },
  );
}
