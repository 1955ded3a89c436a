/** @module Counts for each fault how often its tests ran and how often one failed. */
import type { Fault } from './fault.ts';
import type { TestRun } from './run-tests.ts';
import { runPattern } from './title.ts';

/** A failed run, or a test of the catalogue that did not run. */
export interface Failure {
  readonly id: number;
  readonly seed: number;
  readonly file: string;
  readonly name: string;
}

/** What came of one fault. */
export interface FaultCount {
  readonly fault: Fault;
  runs: number;
  failures: number;
  slowestSeconds: number;
}

/** The counts of all faults. */
export class Tally {
  readonly counts: readonly FaultCount[];
  readonly failures: Failure[] = [];

  constructor(faults: readonly Fault[]) {
    this.counts = faults.map((fault) => ({ fault, runs: 0, failures: 0, slowestSeconds: 0 }));
  }

  /** Adds a run of all tests; a fault fails in it if one of its tests fails or does not run. */
  add(seed: number, ran: readonly TestRun[]): void {
    for (const count of this.counts) {
      const { id, tests } = count.fault;
      const failed = tests.flatMap(({ file, title }) => {
        const matches = new RegExp(runPattern(title), 'u');
        const its = ran.filter((run) => run.file === file && matches.test(run.name));
        for (const { seconds } of its) count.slowestSeconds = Math.max(count.slowestSeconds, seconds);
        if (its.length === 0) return [{ id, seed, file, name: `${title} (did not run)` }];
        return its.filter(({ hasPassed }) => !hasPassed).map(({ name }) => ({ id, seed, file, name }));
      });
      count.runs += 1;
      if (failed.length > 0) count.failures += 1;
      this.failures.push(...failed);
    }
  }
}

/** The table, and each failure with its seed. */
export function formatTally({ counts, failures }: Tally, totalSeconds: number): string {
  const rows = counts.map(
    ({ fault: { id, fault }, runs, failures: failed, slowestSeconds }) =>
      `| ${id} | ${fault} | ${runs} | ${failed} | ${slowestSeconds.toFixed(1)} |`,
  );
  const list = failures.map(({ id, seed, file, name }) => `FAIL ${id}, seed ${seed}: ${file}: ${name}`);
  return [
    '| | fault | runs | failures | slowest test, s |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    ...list,
    `${counts.length} faults, ${failures.length} failures, ${(totalSeconds / 60).toFixed(1)} minutes`,
  ].join('\n');
}
