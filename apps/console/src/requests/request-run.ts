/** @module Sends one request at a time, and publishes its progress. */

import { EdgeError, type DeviceResponse, type RequestProgress, type Session } from '@longwire/client';
import type { ReadyRequest } from './payload-draft.ts';

/** The part of a session that sends requests. */
export type RequestPort = Pick<Session, 'request'>;

/** The state of the latest request. An answer with an error status is an answer. */
export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending'; readonly request: ReadyRequest; readonly progress?: RequestProgress }
  | {
      readonly kind: 'answered';
      readonly request: ReadyRequest;
      readonly answer: DeviceResponse;
      readonly sentBytes: number;
      readonly elapsedMs: number;
    }
  | { readonly kind: 'failed'; readonly request: ReadyRequest; readonly error: EdgeError }
  /** Cancelled by the person; the device may have processed it. */
  | { readonly kind: 'stopped'; readonly request: ReadyRequest };

/** A request that has ended. */
export type RunEnd = Extract<RunState, { readonly kind: 'answered' | 'failed' | 'stopped' }>;

/** Options of `RequestRun`. */
export interface RequestRunOptions {
  readonly onChange: () => void;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Sends requests and keeps the state of the latest; a newer request stops the previous one. */
export class RequestRun {
  readonly #onChange: () => void;
  readonly #now: () => number;
  #state: RunState = { kind: 'idle' };
  #abort = new AbortController();

  constructor({ onChange, now = () => performance.now() }: RequestRunOptions) {
    this.#onChange = onChange;
    this.#now = now;
  }

  get state(): RunState {
    return this.#state;
  }

  /** Sends one request and resolves with its result; never rejects because of a device or a network. */
  async send(port: RequestPort, request: ReadyRequest): Promise<RunEnd> {
    this.#abort.abort();
    const own = new AbortController();
    this.#abort = own;
    this.#move({ kind: 'pending', request });
    const end = await this.#run(port, request, own.signal);
    if (this.#abort === own) this.#move(end);
    return end;
  }

  /** Stops waiting for the answer. */
  stop(): void {
    this.#abort.abort();
  }

  async #run(port: RequestPort, request: ReadyRequest, signal: AbortSignal): Promise<RunEnd> {
    const { method, path, payload, contentFormat } = request;
    try {
      const bytes = payload instanceof File ? new Uint8Array(await payload.arrayBuffer()) : payload;
      const startedMs = this.#now();
      const answer = await port.request(method, path, {
        signal,
        ...(bytes === undefined ? {} : { payload: bytes, contentFormat }),
        onProgress: (progress) => {
          if (this.#state.kind === 'pending' && this.#state.request === request) {
            this.#move({ kind: 'pending', request, progress });
          }
        },
      });
      const elapsedMs = this.#now() - startedMs;
      return { kind: 'answered', request, answer, sentBytes: bytes?.length ?? 0, elapsedMs };
    } catch (cause) {
      if (signal.aborted) return { kind: 'stopped', request };
      return { kind: 'failed', request, error: errorOf(cause) };
    }
  }

  #move(to: RunState): void {
    this.#state = to;
    this.#onChange();
  }
}

/** The error itself, or an `EdgeError` around one without a code, such as a file that no longer exists. */
function errorOf(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  const words = cause instanceof Error ? cause.message : String(cause);
  return new EdgeError('ERR_REQUEST_INVALID', words, { cause });
}
