/** @module Rows in aligned columns, for people. */
import { printableText } from './printable-text.ts';

/** Formats rows with aligned columns. */
export function textTable(cells: readonly (readonly string[])[]): string {
  // Users choose their names, so they may contain anything.
  const rows = cells.map((row) => row.map(printableText));
  const widths = rows.reduce<readonly number[]>(
    (widths, row) => row.map((cell, column) => Math.max(widths[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
