/** @module The CPU time of a process, as the kernel counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/** CPU time that a process has used on all its threads, in milliseconds (proc(5): schedstat counts nanoseconds). */
export function cpuMs(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
}

/** Runs a task. Returns the share of one core that a process used meanwhile, in per cent. */
export async function cpuPercent(pid: number, run: () => Promise<void>): Promise<number> {
  const [startedMs, before] = [performance.now(), cpuMs(pid)];
  await run();
  return ((cpuMs(pid) - before) / (performance.now() - startedMs)) * 100;
}
