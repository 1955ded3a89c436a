/** @module A load on a server, and the CPU time that it takes there. */
import type { Child } from '@longwire/e2e';
import type { Runs } from './in-turns.ts';
import { cpuMs } from './process-usage.ts';
import type { LoadResult } from './programs/load-result.ts';
import { rowsOf } from './rows.ts';
import type { Row } from './report.ts';

/** A measured load. */
export interface Load extends LoadResult {
  /** CPU time of the server for one request, login or message, in microseconds. */
  readonly cpuMicroseconds: number;
}

/** Measures a load until its program has printed the result, and stops the program. */
export async function measuredLoad(program: Child, server: Child): Promise<Load> {
  await program.nextLine(/^loading$/u);
  const before = cpuMs(server.pid);
  const [, json = '{}'] = await program.nextLine(/^result (.+)$/u);
  const spentMs = cpuMs(server.pid) - before;
  await program.stop();
  const result: LoadResult = JSON.parse(json);
  return { ...result, cpuMicroseconds: (spentMs * 1000) / result.count };
}

/** The lines of a load of `work`, a request for example. */
export function loadRows(what: string, work: string, runs: Runs<Load>): Row[] {
  return rowsOf(runs, [
    [`${what}, ${work}s`, 'a second', ({ perSecond }) => perSecond],
    [`${what}, p50`, 'ms', ({ p50Ms }) => p50Ms],
    [`${what}, p99`, 'ms', ({ p99Ms }) => p99Ms],
    [`${what}, CPU for one ${work}`, 'µs', ({ cpuMicroseconds }) => cpuMicroseconds],
  ]);
}
