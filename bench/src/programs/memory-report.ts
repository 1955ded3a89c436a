/** @module Reports a process's memory on SIGUSR2, after a garbage collection. */

/** The memory of a process, in bytes. */
export interface MemoryReport {
  readonly rss: number;
  readonly heapUsed: number;
}

/** Prints `memory {…}` at each SIGUSR2; the process needs `--expose-gc`. */
export function reportMemory(): void {
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    console.log(`memory ${JSON.stringify({ rss, heapUsed } satisfies MemoryReport)}`);
  });
}
