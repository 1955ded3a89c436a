/** @module Suggests the name that a mistyped one probably meant. */

/** Reason: with more wrong letters a suggestion is a guess. */
const MAX_DISTANCE = 3;

/** The number of letters to change, add or remove to turn one text into another. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1];
    for (const [column, other] of to.split('').entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The known name nearest to an unknown one, or undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  // Longer than any known name: not worth comparing.
  if (name.length > 64) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, letters: distance(name.toLowerCase(), candidate) }))
    .filter(({ candidate, letters }) => letters <= MAX_DISTANCE && letters < candidate.length)
    .toSorted((a, b) => a.letters - b.letters);
  return best?.candidate;
}
