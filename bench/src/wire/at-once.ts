/** @module Many of the same thing, a few at a time. */

/** Calls `task` with 0 to `count - 1`; so many are under way at once, each takes the next number when it is done. */
export async function atOnce(
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
