/** @module A list of the service, loaded page by page. */

import { Store } from '@longwire/protocol/base';
import type { ApiProblem, ApiResult } from './api/api.ts';

/** One page. */
export interface Page<Row> {
  readonly items: readonly Row[];
  readonly next: string | null;
}

/** Loads the page that begins after a cursor. */
export type LoadPage<Row> = (after: string | undefined, signal: AbortSignal) => Promise<ApiResult<Page<Row>>>;

/** The loaded part of the list. */
export interface RowsState<Row> {
  readonly rows: readonly Row[];
  /** Whether the list has more rows. */
  readonly hasMore: boolean;
  /** Whether a page is being loaded. */
  readonly isLoading: boolean;
  readonly problem: ApiProblem | undefined;
}

/** Most rows that are kept. Reason: a browser shows and searches as many without a pause. */
export const MAX_ROWS = 10_000;

/** The loaded rows. */
export class PagedRows<Row> {
  readonly #load: LoadPage<Row>;
  #next: string | undefined;
  #running: AbortController | undefined;
  readonly #state = new Store<RowsState<Row>>({
    rows: [],
    hasMore: false,
    isLoading: true,
    problem: undefined,
  });

  readonly subscribe: Store<RowsState<Row>>['subscribe'] = this.#state.subscribe;
  readonly snapshot: Store<RowsState<Row>>['snapshot'] = this.#state.snapshot;

  constructor(load: LoadPage<Row>) {
    this.#load = load;
  }

  /** Loads the first page; returns a function that aborts any request. */
  readonly start = (): (() => void) => {
    void this.reload();
    return () => this.#running?.abort();
  };

  /** Loads the same number of rows again, and replaces the old ones once all have come. */
  readonly reload = async (): Promise<void> => {
    await this.#read({ rows: [], after: undefined, atLeast: Math.max(1, this.#state.value.rows.length) });
  };

  /** Loads the next page. */
  readonly more = async (): Promise<void> => {
    if (this.#next === undefined || this.#state.value.isLoading) return;
    const { rows } = this.#state.value;
    await this.#read({ rows, after: this.#next, atLeast: rows.length + 1 });
  };

  /** Loads all pages, up to {@link MAX_ROWS} rows. */
  readonly all = async (): Promise<void> => {
    if (this.#next === undefined) return;
    await this.#read({ rows: this.#state.value.rows, after: this.#next, atLeast: MAX_ROWS });
  };

  async #read(from: {
    readonly rows: readonly Row[];
    readonly after: string | undefined;
    readonly atLeast: number;
  }): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#state.put({ ...this.#state.value, isLoading: true });
    const rows = [...from.rows];
    let { after } = from;
    do {
      const answer = await this.#load(after, running.signal);
      if (this.#running !== running || running.signal.aborted) return;
      if (!answer.isDone) {
        this.#state.put({ ...this.#state.value, isLoading: false, problem: answer.problem });
        return;
      }
      rows.push(...answer.value.items);
      after = answer.value.next ?? undefined;
    } while (after !== undefined && rows.length < from.atLeast);
    this.#next = after;
    this.#state.put({ rows, hasMore: after !== undefined, isLoading: false, problem: undefined });
  }
}
