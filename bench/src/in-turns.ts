/** @module A measurement of ours and of the floor, several times. */

/** What was measured. */
export interface Runs<T> {
  readonly ours: readonly T[];
  readonly floor: readonly T[];
}

/** Measures both in turns, the floor first, so that a slow moment of the machine affects both. */
export async function inTurns<T>(
  rounds: number,
  measure: { readonly ours: () => Promise<T>; readonly floor: () => Promise<T> },
): Promise<Runs<T>> {
  const [ours, floor]: [T[], T[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floor.push(await measure.floor());
    ours.push(await measure.ours());
  }
  return { ours, floor };
}
