/** @module Hooks for data loaded from the service. */

import type { Reading } from '@longwire/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { pageClock } from '../../page-clock.ts';
import type { ApiProblem, ApiResult } from '../../service/api/api.ts';
import { Attention } from '../../service/attention.ts';
import { Loaded, type Load } from '../../service/loaded.ts';
import { PagedRows, type LoadPage, type RowsState } from '../../service/paged-rows.ts';
import { useOperation } from '../../ui/use-operation.ts';

const attention = new Attention(document, () => Date.now());

/** The result of `load`, polled every `everyMs` while the page is visible. A new `load` starts over: memoize it with useCallback. */
export function useLoaded<T>(
  load: Load<T>,
  everyMs?: number,
): { readonly state: Reading<T, ApiProblem>; readonly reload: () => Promise<void> } {
  const loaded = useMemo(
    () => new Loaded(load, { clock: pageClock, everyMs, isWatched: attention.isGiven }),
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
  const { state, clear, run } = useOperation<ApiProblem>();
  const start: Action['run'] = (task, done) => {
    const doIt = async (): Promise<void> => {
      const result = await run(async () => {
        const answer = await task();
        return answer.isDone ? { value: answer.value } : { error: answer.problem };
      });
      if (result !== undefined) done(result.value);
    };
    void doIt();
  };
  return {
    isBusy: state.kind === 'busy',
    problem: state.kind === 'failed' ? state.error : undefined,
    run: start,
    clear,
  };
}
