/** @module Exports a snapshot of the registry as JSON lines. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Queries } from './database.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import { TRANSFER_TABLES, type ColumnValue, type TransferTable } from './transfer-tables.ts';

/** Name and version of the format, in the first line. */
export const EXPORT_HEADER = { kind: 'longwire-registry', version: 1 } as const;

/** Rows per read. */
const PAGE_ROWS = 500;

type Row = Readonly<Record<string, ColumnValue>>;

/** Yields the rows of a snapshot between a header line and a line with the number of rows. */
export async function* exportAll(database: Database, now: () => number): AsyncIterable<string> {
  await using snapshot = await database.snapshot();
  yield lineOf({ ...EXPORT_HEADER, exportedAt: now() });
  let rows = 0;
  for (const table of TRANSFER_TABLES) {
    for await (const row of rowsOf(snapshot.db, table)) {
      rows += 1;
      yield lineOf({ kind: table.kind, ...shown(table, row) });
    }
  }
  yield lineOf({ kind: 'end', rows });
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

async function* rowsOf(db: Queries, { table, key, fields }: TransferTable): AsyncIterable<Row> {
  const columns = names(fields.map(({ column }) => column));
  const order = names(key);
  let after: RawBuilder<unknown> = sql``;
  for (;;) {
    const query = sql<Row>`select ${columns} from ${sql.table(table)} ${after} order by ${order} limit ${PAGE_ROWS}`;
    const { rows } = await query.execute(db);
    yield* rows;
    await yieldToEventLoop();
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = sql`where (${order}) > (${sql.join(key.map((column) => last[column]))})`;
  }
}

function shown({ fields }: TransferTable, row: Row): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, column, show }) => {
      const value = row[column] ?? null;
      return [name, show === undefined ? value : show(value)];
    }),
  );
}

function names(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
