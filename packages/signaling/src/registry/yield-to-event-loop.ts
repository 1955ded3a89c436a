/** @module A pause of long work on the database. */
import { setImmediate } from 'node:timers/promises';

/** Yields to sockets and timers: SQLite is synchronous, and a loop over it would block the process. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}
