/** @module What SIGTERM and Ctrl+C do. */

/** Longest time from a signal to the end of the process, in milliseconds, if a peer, a camera or the database does not close. */
const MAX_STOP_MS = 15_000;

/** Aborted by the first SIGTERM or SIGINT; the second ends the process at once. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  const handle = (): void => {
    process.off('SIGTERM', handle);
    process.off('SIGINT', handle);
    stopping.abort();
    setTimeout(() => {
      process.stderr.write('longwire: did not stop in time and was ended\n');
      process.exit(1);
    }, MAX_STOP_MS).unref();
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
  return stopping.signal;
}
