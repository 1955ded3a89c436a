/** @module Tables in plain text. */

/** Characters that are invisible or control the terminal: names come from users. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Replaces line breaks and invisible characters of a text. */
export function printable(text: string): string {
  return text.replaceAll(UNSEEN, '\u{FFFD}');
}

/** Aligns rows in columns. */
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
