/** @module Lines of a table from several runs of ours and of the floor. */
import type { Runs } from './in-turns.ts';
import type { MemoryReport } from './programs/memory-report.ts';
import type { Row, Unit } from './report.ts';

const KIB = 1024;

/** One line of a table: what it is, its unit, and its value in a run. */
export type Pick<T> = readonly [what: string, unit: Unit, pick: (run: T) => number];

/** One line for each value that `picks` takes from a run. */
export function rowsOf<T>({ ours, floor }: Runs<T>, picks: readonly Pick<T>[]): Row[] {
  return picks.map(([what, unit, pick]) => ({ what, unit, ours: ours.map(pick), floor: floor.map(pick) }));
}

/** The memory of a process. */
export function memoryRows(runs: Runs<MemoryReport>): Row[] {
  return rowsOf(runs, [
    ['resident', 'KiB', ({ rss }) => rss / KIB],
    ['JavaScript heap', 'KiB', ({ heapUsed }) => heapUsed / KIB],
  ]);
}
