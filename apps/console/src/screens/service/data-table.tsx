/** @module Rows of the service: a table, which is cards on a narrow screen, or lines that open. */

import { Button, Loader } from '@mantine/core';
import type { Reading } from '@longwire/react';
import type { ReactNode } from 'react';
import { words } from '../../messages/service-messages.ts';
import type { ApiProblem } from '../../service/api/api.ts';
import type { PagedRows, RowsState } from '../../service/paged-rows.ts';
import { WireDrawing } from '../../ui/wire-drawing.tsx';
import { ProblemNote } from './problem-note.tsx';
import './data-table.css';

/** One column; the first one names the row. */
export interface Column<Row> {
  readonly title: string;
  readonly renderCell: (row: Row) => ReactNode;
  readonly kind?: 'actions' | 'wide';
}

/** Props of a table. */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A row in one line, which opens the row. Without it, rows are those of a table, or cards on a narrow screen. */
  readonly renderLine?: (row: Row) => ReactNode;
}

/** The table. */
export function DataTable<Row>({ label, columns, rows, keyOf, renderLine }: DataTableProps<Row>) {
  const [first, ...others] = columns;
  if (renderLine !== undefined) {
    return <Lines label={label} columns={columns} rows={rows} keyOf={keyOf} renderLine={renderLine} />;
  }
  return (
    <div className="lw-surface lw-table-frame">
      <table className="lw-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" className={kind === undefined ? undefined : `lw-cell-${kind}`}>
                {kind === 'actions' ? <span className="lw-hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{first?.renderCell(row)}</th>
              {others.map(({ title, renderCell, kind }) => (
                <td
                  key={title}
                  data-label={title}
                  className={kind === undefined ? undefined : `lw-cell-${kind}`}
                >
                  {renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Each row in one line, which opens it. */
function Lines<Row>({ label, columns, rows, keyOf, renderLine }: Required<DataTableProps<Row>>) {
  return (
    <ul className="lw-surface lw-lines" aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <details>
            <summary>{renderLine(row)}</summary>
            <dl>
              {columns.map(({ title, renderCell }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{renderCell(row)}</dd>
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** A list that loads page by page. */
export interface RowsTableProps<Row> extends Omit<DataTableProps<Row>, 'rows'> {
  readonly list: Pick<PagedRows<Row>, 'more' | 'reload'>;
  readonly state: RowsState<Row>;
  /** The visible rows, if not all of them. */
  readonly rows?: readonly Row[];
  readonly empty: ReactNode;
}

/** The loaded rows, and a button that loads more. */
export function RowsTable<Row>({ list, state, rows = state.rows, empty, ...table }: RowsTableProps<Row>) {
  const isFirst = state.isLoading && state.rows.length === 0;
  const isEmpty = !state.isLoading && state.problem === undefined && rows.length === 0;
  return (
    <>
      <ProblemNote problem={state.problem} onAgain={() => void list.reload()} />
      {isFirst && <Waiting />}
      {isEmpty && empty}
      {rows.length > 0 && <DataTable {...table} rows={rows} />}
      {state.hasMore && (
        <Button variant="default" loading={state.isLoading} onClick={() => void list.more()}>
          {words.more}
        </Button>
      )}
    </>
  );
}

/** Shows loaded data; a later failure is shown above it. */
export function LoadedView<T>({
  state,
  onAgain,
  children,
}: {
  readonly state: Reading<T, ApiProblem>;
  readonly onAgain: () => void;
  readonly children: (value: T) => ReactNode;
}) {
  if (state.kind === 'waiting') return <Waiting />;
  return (
    <>
      <ProblemNote problem={state.kind === 'failed' ? state.error : undefined} onAgain={onAgain} />
      {state.value !== undefined && children(state.value)}
    </>
  );
}

/** A loading indicator. */
export function Waiting() {
  return (
    <output className="lw-waiting">
      <Loader size="sm" aria-hidden="true" /> {words.loading}
    </output>
  );
}

/** An empty state, with what to do. */
export function Empty({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="lw-empty">
      <WireDrawing />
      <p className="lw-empty-title">{title}</p>
      {hint !== undefined && <p className="lw-soft">{hint}</p>}
      {children}
    </div>
  );
}
