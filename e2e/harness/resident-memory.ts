/** @module The memory of processes during a task. */
import { readFileSync } from 'node:fs';

/** In megabytes; undefined for a process that has ended. */
export function residentMegabytes(pid: number): number | undefined {
  const status = statusOf(pid);
  const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ESRCH') return '';
    throw error;
  }
}

/** Each live process's memory before the task, and its maximum since. */
class Growth {
  readonly #pid: number;
  readonly #before: number;
  #most: number;

  constructor(pid: number) {
    this.#pid = pid;
    this.#before = residentMegabytes(pid) ?? 0;
    this.#most = this.#before;
  }

  look(): void {
    this.#most = Math.max(this.#most, residentMegabytes(this.#pid) ?? 0);
  }

  get megabytes(): number {
    return this.#most - this.#before;
  }
}

/** Watches the memory of processes during a task. Returns by how many megabytes each grew. */
export async function growthsDuring(pids: readonly number[], run: () => Promise<void>): Promise<number[]> {
  const growths = pids.map((pid) => new Growth(pid));
  const timer = setInterval(() => growths.forEach((growth) => growth.look()), 100);
  try {
    await run();
  } finally {
    clearInterval(timer);
  }
  return growths.map(({ megabytes }) => megabytes);
}
