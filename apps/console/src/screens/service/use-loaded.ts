/** @module Hooks for data loaded from the service. */

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { schedule } from '../../schedule.ts';
import type { ApiProblem, ApiResult } from '../../service/api.ts';
import { Attention } from '../../service/attention.ts';
import { Loaded, type Load, type LoadState } from '../../service/loaded.ts';
import { PagedRows, type LoadPage, type RowsState } from '../../service/paged-rows.ts';

const attention = new Attention(document, () => Date.now());

/** The result of `load`, polled every `everyMs` while the page is visible. A new `load` starts over: memoize it with useCallback. */
export function useLoaded<T>(
  load: Load<T>,
  everyMs?: number,
): { readonly state: LoadState<T>; readonly reload: () => Promise<void> } {
  const loaded = useMemo(
    () => new Loaded(load, { after: schedule, everyMs, isWatched: attention.isGiven }),
    [load, everyMs],
  );
  useEffect(() => loaded.start(), [loaded]);
  return { state: useSyncExternalStore(loaded.subscribe, loaded.snapshot), reload: loaded.reload };
}

/** The rows of a list, page by page; as above, a new `load` starts over. */
export function useRows<Row>(load: LoadPage<Row>): {
  readonly list: PagedRows<Row>;
  readonly state: RowsState<Row>;
} {
  const list = useMemo(() => new PagedRows(load), [load]);
  useEffect(() => list.start(), [list]);
  return { list, state: useSyncExternalStore(list.subscribe, list.snapshot) };
}

/** A change: whether it is running, and the last error. */
export interface Action {
  readonly isBusy: boolean;
  readonly problem: ApiProblem | undefined;
  /** Clears the error. */
  readonly clear: () => void;
  readonly run: <T>(task: () => Promise<ApiResult<T>>, done: (value: T) => void) => void;
}

/** Runs one change at a time. */
export function useAction(): Action {
  const [state, setState] = useState<Pick<Action, 'isBusy' | 'problem'>>({
    isBusy: false,
    problem: undefined,
  });
  const run: Action['run'] = (task, done) => {
    const doIt = async (): Promise<void> => {
      setState({ isBusy: true, problem: undefined });
      const result = await task();
      setState({ isBusy: false, problem: result.isDone ? undefined : result.problem });
      if (result.isDone) done(result.value);
    };
    void doIt();
  };
  const clear = () => setState({ isBusy: false, problem: undefined });
  return { ...state, run, clear };
}
