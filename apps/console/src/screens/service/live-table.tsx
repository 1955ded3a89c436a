/** @module The current connections on all nodes of the service. */

import type { Reading } from '@longwire/react';
import { words } from '../../messages/service-messages.ts';
import type { ApiProblem } from '../../service/api/api.ts';
import { DataTable, Empty, LoadedView, type DataTableProps } from './data-table.tsx';

/** Polling interval, in milliseconds. */
export const LIVE_EVERY_MS = 3_000;

/** Largest number of requested rows. */
export const LIVE_ROWS = 500;

/** The rows, whether there are more, and the nodes whose rows are missing. */
export interface LiveTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly state: Reading<
    {
      readonly items: readonly Row[];
      readonly next: string | null;
      readonly missingNodes: readonly string[];
    },
    ApiProblem
  >;
  /** The text if nothing is connected. */
  readonly empty: string;
  readonly onAgain: () => void;
}

/** The rows; a note says that there are more, or that a node did not answer. */
export function LiveTable<Row>({ state, empty, onAgain, ...table }: LiveTableProps<Row>) {
  return (
    <LoadedView state={state} onAgain={onAgain}>
      {({ items, next, missingNodes }) => (
        <>
          {missingNodes.length > 0 && (
            <p className="lw-warning">{words.health.missing(missingNodes.length)}</p>
          )}
          {items.length === 0 ? <Empty title={empty} /> : <DataTable {...table} rows={items} />}
          {next !== null && <p className="lw-soft">{words.live.first(items.length)}</p>}
        </>
      )}
    </LoadedView>
  );
}
