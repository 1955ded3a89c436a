/** @module Merges concurrent calls of a task into one run. */

/** Runs `task`; calls during a run cause one more run, so that the last result is fresh. If `task` rejects, so do the calls of the run. */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    try {
      do {
        isAskedAgain = false;
        await task();
      } while (isAskedAgain);
    } finally {
      running = undefined;
    }
  };
  return () => {
    isAskedAgain = true;
    running ??= run();
    return running;
  };
}
