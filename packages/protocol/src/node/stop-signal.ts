/** @module What SIGTERM and Ctrl+C do to a command that runs until it is stopped. */

type StopName = 'SIGTERM' | 'SIGINT';

/** The part of a process that gets signals. */
export interface SignaledProcess {
  on(name: StopName, handle: () => void): unknown;
  off(name: StopName, handle: () => void): unknown;
}

/** Aborted by the first SIGTERM or SIGINT; the second ends the process at once. */
export function stopSignal(self: SignaledProcess): AbortSignal {
  const stopping = new AbortController();
  const handle = (): void => {
    self.off('SIGTERM', handle);
    self.off('SIGINT', handle);
    stopping.abort();
  };
  self.on('SIGTERM', handle);
  self.on('SIGINT', handle);
  return stopping.signal;
}
