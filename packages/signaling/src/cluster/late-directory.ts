/** @module Who is connected, for those parts that are there before the relay is. */
import { EdgeError } from '@longwire/protocol';
import type { LiveConnections, LiveDirectory } from '../ports/live.ts';
import { localDirectory } from './local-directory.ts';

/** What of a cluster is asked. */
export interface AskedCluster {
  readonly isReady: boolean;
  directory(live: LiveConnections): LiveDirectory;
}

/** Answers from {@link connect} on. */
export class LateDirectory implements LiveDirectory {
  #here: LiveConnections | undefined;
  #everywhere: LiveDirectory | undefined;
  #cluster: AskedCluster | undefined;

  /** Those of this node, once they are there. */
  get here(): LiveConnections | undefined {
    return this.#here;
  }

  /** The relay is there; without a cluster its connections are all there are. */
  connect(here: LiveConnections, cluster: AskedCluster | undefined): void {
    this.#here = here;
    this.#cluster = cluster;
    this.#everywhere = cluster?.directory(here) ?? localDirectory(here);
  }

  /** Resolves while other nodes can be reached. @throws EdgeError ERR_STATE */
  async requireOthers(): Promise<void> {
    if (this.#cluster?.isReady !== true) throw new EdgeError('ERR_STATE', 'Redis expected to answer');
  }

  async list(): ReturnType<LiveDirectory['list']> {
    return this.#connected().list();
  }

  async endSession(id: string, code: number): Promise<boolean> {
    return this.#connected().endSession(id, code);
  }

  #connected(): LiveDirectory {
    if (this.#everywhere === undefined) throw new EdgeError('ERR_STATE', 'relay expected to be there');
    return this.#everywhere;
  }
}
