/** @module Directory of connections for components that are created before the relay. */
import { EdgeError } from '@longwire/protocol';
import type { LiveConnections } from '../ports/live.ts';
import type { LiveDirectory } from '@longwire/cluster';

/** What the directory needs of a cluster. */
export interface DirectorySource {
  readonly isReady: boolean;
  directory(live: LiveConnections): LiveDirectory;
}

/** Usable once {@link connect} has been called. */
export class DeferredDirectory implements LiveDirectory {
  #here: LiveConnections | undefined;
  #everywhere: LiveDirectory | undefined;
  #cluster: DirectorySource | undefined;

  /** Connections of this node, once the relay exists. */
  get here(): LiveConnections | undefined {
    return this.#here;
  }

  /** Connects the relay; without a cluster its connections are the whole list. */
  connect(here: LiveConnections, cluster: DirectorySource | undefined): void {
    this.#here = here;
    this.#cluster = cluster;
    this.#everywhere = cluster?.directory(here) ?? localDirectory(here);
  }

  /** Resolves if other nodes are reachable. @throws EdgeError ERR_STATE */
  async requireOthers(): Promise<void> {
    if (this.#cluster?.isReady !== true) throw new EdgeError('ERR_STATE', 'Redis is not reachable');
  }

  async list(): ReturnType<LiveDirectory['list']> {
    return this.#connected().list();
  }

  async endSession(id: string, code: number): Promise<boolean> {
    return this.#connected().endSession(id, code);
  }

  #connected(): LiveDirectory {
    if (this.#everywhere === undefined) throw new EdgeError('ERR_STATE', 'the relay has not started yet');
    return this.#everywhere;
  }
}

/** Lists only the connections of this node. */
function localDirectory(live: LiveConnections): LiveDirectory {
  return {
    list: async () => ({ devices: live.devices(), sessions: live.sessions(), missing: [] }),
    endSession: async (id, code) => live.endSession(id, code),
  };
}
