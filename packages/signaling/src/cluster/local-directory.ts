/** @module Directory of connections for a single node. */
import type { LiveConnections, LiveDirectory } from '../ports/live.ts';

/** Lists only the connections of this node. */
export function localDirectory(live: LiveConnections): LiveDirectory {
  return {
    list: async () => ({ devices: live.devices(), sessions: live.sessions(), missing: [] }),
    endSession: async (id, code) => live.endSession(id, code),
  };
}
