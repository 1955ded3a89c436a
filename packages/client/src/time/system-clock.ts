/** @module The page's clock. */
import type { Clock } from '@longwire/protocol';

/** The browser's time and timers. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  wall: Date.now,
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};
