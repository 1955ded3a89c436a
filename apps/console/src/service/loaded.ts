/** @module Something that the service is asked for, again and again if need be, as a subscription and a snapshot. */

import { Store } from '../store.ts';
import type { ApiProblem, ApiResult } from './api.ts';

/** How far it is. A later failure leaves what was there before. */
export type LoadState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly value: T; readonly problem: ApiProblem | undefined }
  | { readonly kind: 'failed'; readonly problem: ApiProblem };

/** Asks once. */
export type Load<T> = (signal: AbortSignal) => Promise<ApiResult<T>>;

/** When it is asked again. */
export interface LoadedOptions {
  /** Calls `task` after `delayMs`; the answer calls it off. */
  readonly after: (delayMs: number, task: () => void) => () => void;
  /** Time from an answer to the next question, in milliseconds; without it, asked once. */
  readonly everyMs?: number | undefined;
  /** Whether somebody is there to see it: a session is not kept alive for an empty chair. */
  readonly isWatched?: () => boolean;
}

/** One thing that is loaded. */
export class Loaded<T> {
  readonly #load: Load<T>;
  readonly #options: LoadedOptions;
  #running: AbortController | undefined;
  #cancelNext: (() => void) | undefined;
  readonly #state = new Store<LoadState<T>>({ kind: 'loading' });

  readonly subscribe = this.#state.subscribe;
  readonly snapshot = this.#state.snapshot;

  constructor(load: Load<T>, options: LoadedOptions) {
    this.#load = load;
    this.#options = options;
  }

  /** Begins to ask; the answer ends it. */
  readonly start = (): (() => void) => {
    void this.reload();
    return () => {
      this.#running?.abort();
      this.#running = undefined;
      this.#cancelNext?.();
      this.#cancelNext = undefined;
    };
  };

  /** Asks now; an older question's answer does not count any more. */
  readonly reload = async (): Promise<void> => {
    this.#running?.abort();
    this.#cancelNext?.();
    const running = new AbortController();
    this.#running = running;
    const answer = await this.#load(running.signal);
    if (this.#running !== running) return;
    this.#running = undefined;
    if (answer.isDone) this.#state.put({ kind: 'ready', value: answer.value, problem: undefined });
    else this.#state.put(this.#withProblem(answer.problem));
    this.#wait();
  };

  #wait(): void {
    const { everyMs, after, isWatched = () => true } = this.#options;
    if (everyMs === undefined) return;
    this.#cancelNext = after(everyMs, () => {
      if (isWatched()) void this.reload();
      else this.#wait();
    });
  }

  #withProblem(problem: ApiProblem): LoadState<T> {
    const state = this.#state.value;
    return state.kind === 'ready' ? { ...state, problem } : { kind: 'failed', problem };
  }
}
