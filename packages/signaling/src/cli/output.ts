/** @module Output of commands: text and tables, or JSON. */
import { textTable } from '@longwire/protocol';

/** Characters that are invisible or control the terminal: names come from users. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Replaces line breaks and invisible characters of a text. */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, '\u{FFFD}');
}

/** Output format. */
export interface OutputFlags {
  readonly json?: true;
}

/** A column of a table: its heading, and the function that renders its cell. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

/** Prints what was done, as text or as an object. */
export function printResult(flags: OutputFlags, text: string, value: object): void {
  write(flags.json === true ? JSON.stringify(value, undefined, 2) : printable(text));
}

/** Prints rows as a table with headings, or as an array of objects. */
export function printRows<Row extends object>(
  flags: OutputFlags,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): void {
  if (flags.json === true) write(JSON.stringify(rows, undefined, 2));
  else if (rows.length === 0) write('none');
  else
    write(
      textTable(
        [columns.map(([heading]) => heading), ...rows.map((row) => columns.map(([, cell]) => cell(row)))],
        printable,
      ),
    );
}

/** A time, or `-`. */
export function timeCell(ms: number | undefined): string {
  return ms === undefined ? '-' : new Date(ms).toISOString().replace(/\.\d+Z$/u, 'Z');
}

/** A boolean as text. */
export function yesCell(is: boolean): string {
  return is ? 'yes' : 'no';
}

/** Whether a token or key is still valid. */
export function stateCell(
  { isRevoked, expiresAt }: { readonly isRevoked: boolean; readonly expiresAt: number | undefined },
  nowMs: number,
): string {
  if (isRevoked) return 'revoked';
  return expiresAt !== undefined && expiresAt <= nowMs ? 'expired' : 'good';
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
