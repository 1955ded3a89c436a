/** @module How a page measures time. */

/** Milliseconds that a task takes. */
export async function timed(task: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await task();
  return performance.now() - started;
}

/** A page's clock ticks every 100 µs: short tasks are repeated and the total is divided. */
const IN_A_ROW = 20;

/** Milliseconds that a short task takes. */
export async function timedInARow(task: () => Promise<unknown>): Promise<number> {
  const elapsed = await timed(async () => {
    for (let round = 0; round < IN_A_ROW; round += 1) await task();
  });
  return elapsed / IN_A_ROW;
}

/** Takes samples one after another. */
export async function repeat(times: number, task: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < times; round += 1) samples.push(await task());
  return samples;
}
