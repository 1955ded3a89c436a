/** @module For a test: a process that is watched. `stop` lets its main thread stand still, `end` ends the watch before that, and with `none` there is no watcher. */
import { watchMainThread } from './main-thread-watch.ts';

const [how] = process.argv.slice(2);
const stoppedAfterMs = 300;
const watch = watchMainThread({
  stoppedAfterMs,
  handleFailure: () => process.stdout.write('not watched\n'),
  ...(how === 'none' ? { watcher: new URL('none.js', import.meta.url) } : {}),
});
/** Holds the thread as a library does that waits for a lock. */
const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
};

// A thread starts in tens of milliseconds; what stands still before it has looked once is seen all the same.
setTimeout(() => {
  process.stdout.write('running\n');
  if (how === 'end') watch[Symbol.dispose]();
  setTimeout(() => {
    if (how !== 'run') standStill(how === 'stop' ? 60_000 : 5 * stoppedAfterMs);
    process.stdout.write('done\n');
    process.exit(0);
  }, 3 * stoppedAfterMs);
}, stoppedAfterMs);
