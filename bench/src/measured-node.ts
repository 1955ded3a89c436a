/** @module How Node is started for a process that is measured. */

/** Memory is told after a garbage collection; `BENCH_PROFILE=DIR` has CPU profiles written there when the processes end. */
export function measuredNode(): string[] {
  const folder = process.env['BENCH_PROFILE'];
  const profile = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  return ['--expose-gc', ...profile];
}
