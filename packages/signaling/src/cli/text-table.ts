/** @module Rows in columns, for people. */

/** What is not seen on a terminal, or does something there: names are what people have given. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text as one line that is only seen. */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, '\u{FFFD}');
}

/** Lays rows out so that their columns stand below each other. */
export function textTable(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map(printable));
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(line).join('\n');
}
