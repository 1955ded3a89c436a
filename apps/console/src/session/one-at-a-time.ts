/** @module A task that is asked for many times and runs once for all of them. */

/** Runs `task`; being asked again while it runs makes it run once more, so that the last word is a new one. `task` never rejects. */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await task();
    } while (isAskedAgain);
    running = undefined;
  };
  return () => {
    isAskedAgain = true;
    running ??= run();
    return running;
  };
}
