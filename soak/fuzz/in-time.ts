/** @module What an entrance has to do in time with any input. */

/** Far above what any input takes, in milliseconds. */
const LIMIT_MS = 4_000;

/** Waits for it. @throws Error when it takes too long: something waits for ever */
export async function inTime(task: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no end within ${LIMIT_MS} ms`)), LIMIT_MS);
  try {
    await Promise.race([task, promise]);
  } finally {
    clearTimeout(timer);
  }
}
