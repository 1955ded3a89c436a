/** @module The products of the service, so that one can be chosen. */

import { useCallback } from 'react';
import { useOperator } from './operator-context.tsx';
import { useRows } from './use-loaded.ts';

/** All that fit into one answer. */
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
