/** @module Who is connected, where there is one node. */
import type { LiveConnections, LiveDirectory } from '../ports/live.ts';

/** The connections of this node are all there are. */
export function localDirectory(live: LiveConnections): LiveDirectory {
  return {
    list: async () => ({ devices: live.devices(), sessions: live.sessions(), missing: [] }),
    endSession: async (id, code) => live.endSession(id, code),
  };
}
