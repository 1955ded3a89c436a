/** @module Imports the export of another registry, all or nothing. */
import { EdgeError } from '@longwire/protocol';
import { sql } from 'kysely';
import type { ImportResult } from '../ports/registry.ts';
import type { AuditRow } from './audit-row.ts';
import type { Database, Write } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { EXPORT_HEADER } from './export.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';
import { derivedColumns, TRANSFER_TABLES, type ColumnValue, type TransferTable } from './transfer-tables.ts';

/** Most lines of an import. Reason: all are read before the first is written, a few hundred bytes each. */
const MAX_LINES = 2_000_000;

/** Longest line, in characters: an issuer with its three URLs. */
const MAX_LINE_LENGTH = 16 * 1024;

/** Rows compared and written per statement. */
const CHUNK_ROWS = 200;

interface Row {
  readonly line: number;
  readonly columns: Readonly<Record<string, ColumnValue>>;
}

type Rows = ReadonlyMap<TransferTable, readonly Row[]>;

/**
 * Reads everything, then writes it in one transaction, with its row of the audit record. @throws EdgeError ERR_IMPORT without writing anything
 */
export async function importAll(
  database: Database,
  lines: AsyncIterable<string> | Iterable<string>,
  auditRowOf: (result: ImportResult, write: Write) => Promise<AuditRow | undefined>,
): Promise<ImportResult> {
  const rows = await readLines(lines);
  return database.change(async (write) => {
    let added = 0;
    let unchanged = 0;
    for (const [table, all] of rows) {
      for (let start = 0; start < all.length; start += CHUNK_ROWS) {
        const chunk = all.slice(start, start + CHUNK_ROWS);
        const fresh = await freshRows(write, table, chunk);
        await insert(write, table, fresh);
        added += fresh.length;
        unchanged += chunk.length - fresh.length;
        await yieldToEventLoop();
      }
    }
    const row = await auditRowOf({ added, unchanged }, write);
    if (row !== undefined) await write.insertInto('audit').values(row).execute();
    return { added, unchanged };
  });
}

async function readLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Rows> {
  const rows = new Map<TransferTable, Row[]>(TRANSFER_TABLES.map((table) => [table, []]));
  let line = 0;
  let isEnded = false;
  for await (const text of lines) {
    line += 1;
    if (line % CHUNK_ROWS === 0) await yieldToEventLoop();
    if (line > MAX_LINES) throw new EdgeError('ERR_IMPORT', `import has more than ${MAX_LINES} lines`);
    if (isEnded) throw at(line, 'unexpected content after the end line');
    const fields = parseLine(text, line);
    if (line === 1) requireHeader(fields);
    else if (fields['kind'] === 'end') isEnded = requireEnd(fields, line);
    else {
      const table = TRANSFER_TABLES.find(({ kind }) => kind === fields['kind']);
      if (table === undefined) throw at(line, 'unknown kind of row');
      rows.get(table)?.push({ line, columns: readColumns(table, fields, line) });
    }
  }
  if (!isEnded) throw at(line, 'the export is truncated: the end line is missing');
  return rows;
}

function parseLine(text: string, line: number): Record<string, unknown> {
  if (text.length > MAX_LINE_LENGTH) throw at(line, `longer than ${MAX_LINE_LENGTH} characters`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // reported below without the text, which may contain anything
  }
  throw at(line, 'not a JSON object');
}

function requireHeader({ kind, version }: Record<string, unknown>): void {
  if (kind !== EXPORT_HEADER.kind) throw at(1, 'not the first line of an export');
  if (version !== EXPORT_HEADER.version)
    throw at(1, `unsupported format: want version ${EXPORT_HEADER.version}`);
}

/** Checks that the end line counts all lines except the first and itself. */
function requireEnd({ rows }: Record<string, unknown>, line: number): true {
  if (rows !== line - 2) throw at(line, `the end line does not match the number of rows, ${line - 2}`);
  return true;
}

function readColumns(table: TransferTable, fields: Record<string, unknown>, line: number): Row['columns'] {
  const columns = table.fields.map(({ name, column, read }) => {
    try {
      return [column, read(fields[name])] as const;
    } catch (error) {
      throw at(line, `invalid ${name}: ${error instanceof Error ? error.message : ''}`);
    }
  });
  const row = Object.fromEntries(columns);
  return { ...row, ...derivedColumns(table, row) };
}

/** Filters rows that do not exist yet. @throws EdgeError ERR_IMPORT for an existing row with other values */
async function freshRows(write: Write, table: TransferTable, chunk: readonly Row[]): Promise<readonly Row[]> {
  if (chunk.length === 0) return [];
  const columns = sql.join(table.fields.map(({ column }) => sql.ref(column)));
  const key = sql.join(table.key.map((column) => sql.ref(column)));
  const keys = sql.join(
    chunk.map((row) => sql`(${sql.join(table.key.map((column) => row.columns[column]))})`),
  );
  const { rows } = await sql<Row['columns']>`
    select ${columns} from ${sql.table(table.table)} where (${key}) in (values ${keys})`.execute(write);
  const existing = new Map(rows.map((row) => [keyOf(table, row), row]));
  return chunk.filter(({ line, columns: wanted }) => {
    const here = existing.get(keyOf(table, wanted));
    const conflict = table.fields.find(
      ({ column, isCompared }) => isCompared && here !== undefined && here[column] !== wanted[column],
    );
    if (conflict !== undefined)
      throw at(line, `conflict with the existing ${table.kind}: ${conflict.name} differs`);
    return here === undefined;
  });
}

async function insert(write: Write, table: TransferTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first.columns);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row.columns[column]))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  try {
    await sql`insert into ${sql.table(table.table)} (${names}) values ${sql.join(values)}`.execute(write);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.violation === undefined) throw error;
    const what = error.violation === 'unique' ? 'duplicates a name or hash' : 'refers to a missing row';
    throw at(first.line, `up to line ${rows.at(-1)?.line} a ${table.kind} ${what}`);
  }
}

function keyOf({ key }: TransferTable, row: Row['columns']): string {
  return JSON.stringify(key.map((column) => row[column]));
}

function at(line: number, problem: string): EdgeError {
  return new EdgeError('ERR_IMPORT', `cannot import line ${line}: ${problem}`);
}
