/** @module For a test: a watched process. `stop` blocks its main thread, `end` ends the watch before that, `none` uses a missing watcher program. */
import { watchMainThread } from './main-thread-watch.ts';

const [how] = process.argv.slice(2);
const stoppedAfterMs = 300;
const watch = watchMainThread({
  stoppedAfterMs,
  handleFailure: () => process.stdout.write('not watched\n'),
  ...(how === 'none' ? { watcher: new URL('none.js', import.meta.url) } : {}),
});
/** Blocks the thread like a library that waits for a lock. */
const block = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms);
};

// The watcher thread starts within tens of milliseconds, and also detects a main thread that blocks before its first check.
setTimeout(() => {
  process.stdout.write('running\n');
  if (how === 'end') watch[Symbol.dispose]();
  setTimeout(() => {
    if (how !== 'run') block(how === 'stop' ? 60_000 : 5 * stoppedAfterMs);
    process.stdout.write('done\n');
    process.exit(0);
  }, 3 * stoppedAfterMs);
}, stoppedAfterMs);
