/** @module Rows in aligned columns, for people. */

/** Aligns rows in columns; `printable` makes a cell safe to print on a terminal, because users choose their names. */
export function textTable(
  cells: readonly (readonly string[])[],
  printable: (text: string) => string,
): string {
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
