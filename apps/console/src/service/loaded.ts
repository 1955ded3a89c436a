/** @module A value loaded from the service, once or at intervals, as a subscription and a snapshot. */

import { Store, type Clock } from '@longwire/protocol/base';
import type { Reading } from '@longwire/react';
import { failedAfter } from '../reading.ts';
import type { ApiProblem, ApiResult } from './api/api.ts';

/** Loads it once. */
export type Load<T> = (signal: AbortSignal) => Promise<ApiResult<T>>;

/** When it is loaded again. */
export interface LoadedOptions {
  readonly clock: Pick<Clock, 'schedule'>;
  /** Time from a response to the next request, in milliseconds; undefined to load once. */
  readonly everyMs?: number | undefined;
  /** Whether the page is being used: an unattended page must not keep a session alive. */
  readonly isWatched?: () => boolean;
}

/** One loaded value. */
export class Loaded<T> {
  readonly #load: Load<T>;
  readonly #options: LoadedOptions;
  #running: AbortController | undefined;
  #cancelNext: (() => void) | undefined;
  readonly #state = new Store<Reading<T, ApiProblem>>({ kind: 'waiting' });

  readonly subscribe = this.#state.subscribe;
  readonly snapshot = this.#state.snapshot;

  constructor(load: Load<T>, options: LoadedOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** Starts loading; returns a function that stops it. */
  readonly start = (): (() => void) => {
    void this.reload();
    return () => {
      this.#running?.abort();
      this.#running = undefined;
      this.#cancelNext?.();
      this.#cancelNext = undefined;
    };
  };

  /** Loads now; the response to an older request is ignored. */
  readonly reload = async (): Promise<void> => {
    this.#running?.abort();
    this.#cancelNext?.();
    const running = new AbortController();
    this.#running = running;
    const answer = await this.#load(running.signal);
    if (this.#running !== running) return;
    this.#running = undefined;
    if (answer.isDone) this.#state.put({ kind: 'value', value: answer.value });
    else this.#state.put(failedAfter(this.#state.value, answer.problem));
    this.#wait();
  };

  #wait(): void {
    const { everyMs, clock, isWatched = () => true } = this.#options;
    if (everyMs === undefined) return;
    this.#cancelNext = clock.schedule(everyMs, () => {
      if (isWatched()) void this.reload();
      else this.#wait();
    });
  }
}
