/** @module Runs tasks with limited concurrency. */

/** Calls `task` with 0 to `count - 1`, `parallel` calls at a time. */
export async function runConcurrently(
  count: number,
  parallel: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await task(index);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
