/** @module For tests of what the doctor finds: servers to find, and findings to compare. */
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Verdict } from '@longwire/protocol';
import { deviceDirectory } from '../cli/device-directory.ts';
import type { CheckedFiles } from './check-files.ts';

/** The files of a device's directory. */
export const filesOf = (directory: string): CheckedFiles => ({ ...deviceDirectory(directory), directory });

/** What is bad, each with its step. */
export const bads = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ kind }) => kind === 'bad').map(({ step, text }) => `${step}: ${text}`);

/** Servers on free ports of the loopback. */
export class LocalServers {
  readonly #servers: Server[] = [];

  /** Has a server listen; answers its port. */
  async listen(server: Server): Promise<number> {
    this.#servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port');
    return address.port;
  }

  /** Ends them all. */
  close(): void {
    for (const server of this.#servers.splice(0)) server.close();
  }
}
