/** @module Words of a command line to copy into a shell. */

/** Quotes a word such that a POSIX shell reads it back unchanged. */
export function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
