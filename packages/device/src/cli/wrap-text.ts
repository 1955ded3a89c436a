/** @module Breaks sentences into lines of a terminal. */

/** The width that every terminal has. */
const TERMINAL_WIDTH = 80;

/** Breaks a text at its spaces into lines of the given width; only a longer word exceeds it. Later lines begin with `indent`. */
export function wrapText(text: string, indent: string, width: number = TERMINAL_WIDTH): string {
  const lines: string[] = [];
  const [first = '', ...words] = text.match(/^ *[^ ]*|[^ ]+/gu) ?? [];
  let line = first;
  for (const word of words) {
    const longer = `${line} ${word}`;
    if (longer.length > width) lines.push(line);
    line = longer.length > width ? indent + word : longer;
  }
  return [...lines, line].join('\n');
}
