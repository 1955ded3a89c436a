/** @module Observing a resource: option checks, and polling. */
import type { Clock, Method } from '@longwire/protocol';
import { EdgeError, equalBytes, StatusError } from '@longwire/protocol/base';
import { diagnosticOf } from '../request/diagnostic.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import { checkTimeLimit } from '../request/check-time-limit.ts';
import type { RequestOptions } from '../request/request-options.ts';
import type { Sink } from './latest-sequence.ts';
import { DEFAULT_POLL_MS, type ObserveOptions } from './observe-options.ts';

/** Starts observing a resource; returns a function that stops it. */
export type StartObserving = (sink: Sink<DeviceResponse>) => () => void;

/** Options of polling. */
export interface PollOptions extends ObserveOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly request: (method: Method, path: string, options: RequestOptions) => Promise<DeviceResponse>;
  /** The current value, if already received: the first request then waits for the interval. */
  readonly known?: DeviceResponse;
}

/** Checks the options of polling. @throws EdgeError ERR_REQUEST_INVALID */
export function checkObserve({ pollMs, timeoutMs }: ObserveOptions): void {
  if (pollMs !== undefined) checkTimeLimit('pollMs', pollMs);
  if (timeoutMs !== undefined) checkTimeLimit('timeoutMs', timeoutMs);
}

/** Polls at an interval, and reports a response whose status, format or payload changed. */
export function startPolling(options: PollOptions): StartObserving {
  const { path, clock, request, known, pollMs = DEFAULT_POLL_MS, timeoutMs, query, onFollowing } = options;
  return (sink) => {
    onFollowing?.('polled');
    const abort = new AbortController();
    let latest = known;
    let stopTimer: (() => void) | undefined;
    const ask = async (): Promise<void> => {
      try {
        const response = await request('GET', path, { query, timeoutMs, signal: abort.signal });
        if (abort.signal.aborted) return;
        if (isError(response)) throw observationEnded(response);
        if (latest === undefined || !isSame(latest, response)) sink.push(response);
        latest = response;
        stopTimer = clock.schedule(pollMs, () => void ask());
      } catch (cause) {
        sink.fail(asError(cause));
      }
    };
    if (known === undefined) void ask();
    else stopTimer = clock.schedule(pollMs, () => void ask());
    return () => {
      stopTimer?.();
      abort.abort();
    };
  };
}

/** Whether a response ends an observation (RFC 7641 section 3.2). */
export function isError({ statusCode }: DeviceResponse): boolean {
  return statusCode < 200 || statusCode >= 300;
}

/** The error of an observation that the device answers with a status other than 2.xx. */
export function observationEnded(response: DeviceResponse): StatusError {
  const { statusCode } = response;
  const words = `observation ended by the device with status ${statusCode}`;
  return new StatusError('ERR_OBSERVATION', words, statusCode, diagnosticOf(response));
}

/** Wraps a thrown value that is not an error. */
export function asError(cause: unknown): Error {
  return cause instanceof Error ? cause : new EdgeError('ERR_STATE', 'observation failed', { cause });
}

function isSame(one: DeviceResponse, other: DeviceResponse): boolean {
  return (
    one.statusCode === other.statusCode &&
    one.contentFormat === other.contentFormat &&
    equalBytes(one.payload ?? NONE, other.payload ?? NONE)
  );
}

const NONE = new Uint8Array();
