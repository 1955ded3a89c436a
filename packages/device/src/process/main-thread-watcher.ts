/** @module The thread that {@link watchMainThread} starts: kills the process when the main thread's heartbeat stops. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { WatcherData } from './main-thread-watch.ts';

const { heartbeats, intervalMs, checks }: WatcherData = workerData;
let last = -1;
let missedChecks = 0;

setInterval(() => {
  const current = Atomics.load(heartbeats, 0);
  missedChecks = current === last ? missedChecks + 1 : 0;
  last = current;
  if (missedChecks < checks) return;
  // Written directly, because process.stderr of a worker goes through the main thread, which is blocked.
  writeSync(2, `the main thread was blocked for ${(checks * intervalMs) / 1000} s: killing the process\n`);
  process.kill(process.pid, 'SIGKILL');
}, intervalMs);
