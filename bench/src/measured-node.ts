/** @module Node options of a measured process. */

/** Memory is reported after a garbage collection; with `BENCH_PROFILE=DIR` each process writes a CPU profile there when it ends. */
export function measuredNode(): string[] {
  const folder = process.env['BENCH_PROFILE'];
  const profile = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  return ['--expose-gc', ...profile];
}
