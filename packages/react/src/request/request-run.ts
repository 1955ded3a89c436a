/** @module The state of the latest request, with subscriptions. */
import type { DeviceResponse, EdgeError, Method, RequestOptions } from '@longwire/client';
import { Store } from '@longwire/protocol/base';
import { asEdgeError } from '../as-edge-error.ts';
import type { RequestPort } from './requester.ts';

/** The state of a request. A response with an error status is `answered`. */
export type RequestState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'answered'; readonly answer: DeviceResponse; readonly elapsedMs: number }
  | { readonly kind: 'failed'; readonly error: EdgeError; readonly elapsedMs: number };

/** A request to send. */
export interface RequestDescription extends RequestOptions {
  readonly method: Method;
  readonly path: string;
}

/** Sends requests and stores the state of the latest one; answers of older requests are ignored. */
export class RequestRun {
  readonly #now: () => number;
  readonly #state = new Store<RequestState>({ kind: 'idle' });
  #latest = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe: Store<RequestState>['subscribe'] = this.#state.subscribe;

  /** The current state. */
  readonly snapshot: Store<RequestState>['snapshot'] = this.#state.snapshot;

  /** Sends one request and resolves with its final state; never rejects. */
  async send(port: RequestPort, request: RequestDescription): Promise<RequestState> {
    const { method, path, ...options } = request;
    this.#latest += 1;
    const own = this.#latest;
    const startedAt = this.#now();
    this.#state.put({ kind: 'pending' });
    const outcome = await port.request(method, path, options).then(
      (answer): RequestState => ({ kind: 'answered', answer, elapsedMs: this.#now() - startedAt }),
      (cause: unknown): RequestState => ({
        kind: 'failed',
        error: asEdgeError(cause),
        elapsedMs: this.#now() - startedAt,
      }),
    );
    if (own === this.#latest) this.#state.put(outcome);
    return outcome;
  }
}
