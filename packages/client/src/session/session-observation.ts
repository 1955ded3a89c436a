/** @module Observes a resource over consecutive connections. */
import { onAbort, onLimit, TaskQueue } from '@longwire/protocol/base';
import type { Connection } from '../connection/connection.ts';
import type { DeviceResponse } from '../request/device-response.ts';
import type { ReadyGate } from './ready-gate.ts';
import type { SessionLink } from './session-link.ts';
import { isLoss } from './session-requests.ts';

/** Observes the resource over one connection until the signal is aborted. */
export type StartObservation = (
  connection: Connection,
  signal: AbortSignal,
) => AsyncIterableIterator<DeviceResponse>;

interface LinkObservation {
  readonly link: SessionLink;
  readonly values: AsyncIterableIterator<DeviceResponse>;
  stop(): void;
}

/** Options of a {@link SessionObservation}. */
export interface SessionObservationOptions {
  readonly gate: ReadyGate<SessionLink>;
  readonly start: StartObservation;
  readonly signal: AbortSignal | undefined;
}

const DONE: IteratorResult<DeviceResponse> = { done: true, value: undefined };

/** Registers again over each new link, which yields the value as it is then. */
export class SessionObservation implements AsyncIterableIterator<DeviceResponse> {
  readonly #options: SessionObservationOptions;
  readonly #turns = new TaskQueue();
  readonly #ended = new AbortController();
  #stopListening: () => void = () => undefined;
  #following: LinkObservation | undefined;
  /** The lost link: the next one must differ from it. */
  #last: SessionLink | undefined;

  constructor(options: SessionObservationOptions) {
    this.#options = options;
    this.#stopListening = onLimit({ signal: options.signal }, (error) => this.#end(error));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<DeviceResponse>> {
    return this.#turns.run(() => this.#next());
  }

  async return(): Promise<IteratorResult<DeviceResponse>> {
    this.#end(DONE);
    return DONE;
  }

  async #next(): Promise<IteratorResult<DeviceResponse>> {
    for (;;) {
      try {
        this.#ended.signal.throwIfAborted();
        this.#following ??= this.#follow(
          await this.#options.gate.pass({ owner: this.#ended.signal }, this.#last),
        );
        const result = await this.#following.values.next();
        if (result.done) this.#end(DONE);
        return result;
      } catch (error) {
        const reason: unknown = this.#ended.signal.reason;
        if (reason === DONE) return DONE;
        if (reason !== undefined) throw reason;
        if (!this.#hasLostLink(error)) {
          this.#end(DONE);
          throw error;
        }
      }
    }
  }

  /** Whether the link ended rather than the observation; the observation then waits for the next link. */
  #hasLostLink(error: unknown): boolean {
    const following = this.#following;
    if (following === undefined || (!following.link.retired.aborted && !isLoss(error))) return false;
    following.stop();
    this.#last = following.link;
    this.#following = undefined;
    return true;
  }

  #follow(link: SessionLink): LinkObservation {
    const abort = new AbortController();
    const stop = (): void => abort.abort();
    const stopListening = onAbort(link.retired, stop);
    return {
      link,
      values: this.#options.start(link.connection, abort.signal),
      stop: () => {
        stopListening();
        stop();
      },
    };
  }

  #end(reason: unknown): void {
    this.#stopListening();
    this.#ended.abort(reason);
    this.#following?.stop();
  }
}
