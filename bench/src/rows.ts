/** @module Lines of a table from several runs of ours and of the floor. */
import type { MemoryReport } from './programs/memory-report.ts';
import type { Row, Unit } from './report.ts';

const KIB = 1024;

/** One line for each value that `picks` takes from a run. */
export function rowsOf<T>(
  ours: readonly T[],
  floor: readonly T[],
  picks: readonly (readonly [what: string, unit: Unit, pick: (run: T) => number])[],
): Row[] {
  return picks.map(([what, unit, pick]) => ({ what, unit, ours: ours.map(pick), floor: floor.map(pick) }));
}

/** The memory of a process. */
export function memoryRows(ours: readonly MemoryReport[], floor: readonly MemoryReport[]): Row[] {
  return rowsOf(ours, floor, [
    ['resident', 'KiB', ({ rss }) => rss / KIB],
    ['JavaScript heap', 'KiB', ({ heapUsed }) => heapUsed / KIB],
  ]);
}
