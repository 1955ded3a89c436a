/** @module What a search finds. */

/** Whether a text contains every word of a query, in any order and case; a query without words finds every text. */
export function hasWords(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => lower.includes(word));
}
