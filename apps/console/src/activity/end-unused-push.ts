/** @module The browser's push subscription ends with the last device whose messages are on: none goes on sending to a browser that has forgotten it. */

import type { DeviceLibrary } from '../devices/device-library.ts';

/** Calls `end` whenever messages of no remembered device are on any more. Returns a function that resolves once the last call has. */
export function endUnusedPush(
  library: Pick<DeviceLibrary, 'subscribe' | 'snapshot'>,
  end: () => Promise<void>,
): () => Promise<void> {
  let ending = Promise.resolve();
  const isUsed = (): boolean => library.snapshot().some(({ push }) => push !== undefined);
  let wasUsed = isUsed();
  library.subscribe(() => {
    const hasEnded = wasUsed && !isUsed();
    wasUsed = isUsed();
    if (hasEnded) ending = end();
  });
  return () => ending;
}
