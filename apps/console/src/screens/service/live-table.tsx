/** @module What is connected just now, over all nodes of the service. */

import { words } from '../../messages/service-messages.ts';
import type { LoadState } from '../../service/loaded.ts';
import { DataTable, Empty, LoadedView, type DataTableProps } from './data-table.tsx';

/** How often it is asked for again, in milliseconds. */
export const LIVE_EVERY_MS = 3_000;

/** Rows that are asked for at most. */
export const LIVE_ROWS = 500;

/** Rows, and whose nodes did not tell theirs. */
export interface LiveTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly state: LoadState<{ readonly items: readonly Row[]; readonly missingNodes: readonly string[] }>;
  /** What stands there while nothing is connected. */
  readonly empty: string;
  readonly onAgain: () => void;
}

/** The rows; where a node did not answer, it says that they may not be all. */
export function LiveTable<Row>({ state, empty, onAgain, ...table }: LiveTableProps<Row>) {
  return (
    <LoadedView state={state} onAgain={onAgain}>
      {({ items, missingNodes }) => (
        <>
          {missingNodes.length > 0 && (
            <p className="lw-warning">{words.health.missing(missingNodes.length)}</p>
          )}
          {items.length === 0 ? <Empty title={empty} /> : <DataTable {...table} rows={items} />}
        </>
      )}
    </LoadedView>
  );
}
