/** @module The products of the service, for a select. */

import { useCallback, useEffect } from 'react';
import { MAX_ROWS } from '../../service/paged-rows.ts';
import { useOperator } from './operator-context.tsx';
import { useRows } from './use-loaded.ts';

/** All products, up to {@link MAX_ROWS}. */
export function useProducts() {
  const { session } = useOperator();
  const products = useRows(
    useCallback(
      (after, signal) =>
        session.ask('GET /products', {
          query: { limit: 500, after },
          signal,
        }),
      [session],
    ),
  );
  const { list, state } = products;
  const isPartial = state.hasMore && state.rows.length < MAX_ROWS && state.problem === undefined;
  useEffect(() => {
    if (isPartial) void list.all();
  }, [list, isPartial]);
  return products;
}
