/** @module Rows in columns, for people. */
import { printableText } from './printable-text.ts';

/** Lays rows out so that their columns stand below each other. */
export function textTable(cells: readonly (readonly string[])[]): string {
  // Names are what people have given themselves.
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
