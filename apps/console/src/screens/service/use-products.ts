/** @module The products of the service, for a select. */

import { useCallback } from 'react';
import { useOperator } from './operator-context.tsx';
import { useRows } from './use-loaded.ts';

/** The largest page size. */
export function useProducts() {
  const { session } = useOperator();
  return useRows(
    useCallback(
      (after, signal) =>
        session.ask('GET /products', {
          query: { limit: 500, ...(after === undefined ? {} : { after }) },
          signal,
        }),
      [session],
    ),
  );
}
