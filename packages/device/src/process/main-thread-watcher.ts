/** @module The thread that {@link watchMainThread} starts: it ends the process when the main thread no longer beats. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { MainThreadBeats } from './main-thread-watch.ts';

const { beats, intervalMs, looks }: MainThreadBeats = workerData;
let seen = -1;
let looksWithoutBeat = 0;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  looksWithoutBeat = now === seen ? looksWithoutBeat + 1 : 0;
  seen = now;
  if (looksWithoutBeat < looks) return;
  // A thread's own stderr is written by the main thread, which writes nothing any more.
  writeSync(2, `the main thread stood still for ${(looks * intervalMs) / 1000} s: the process ends itself\n`);
  process.kill(process.pid, 'SIGKILL');
}, intervalMs);
