/** @module Directory of connections for a single node. */
import type { LiveConnections } from '../ports/live.ts';
import type { LiveDirectory } from '@longwire/cluster';

/** Lists only the connections of this node. */
export function localDirectory(live: LiveConnections): LiveDirectory {
  return {
    list: async () => ({ devices: live.devices(), sessions: live.sessions(), missing: [] }),
    endSession: async (id, code) => live.endSession(id, code),
  };
}
