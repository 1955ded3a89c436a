/** @module Test fixture for the doctor: servers to check, and findings in a form to compare. */
import type { Server } from 'node:net';
import type { Verdict } from '@longwire/protocol';
import { listen } from '../../../../scripts/listening.ts';
import { deviceDirectory } from '../store/device-directory.ts';
import type { CheckedFiles } from './check-files.ts';

/** The files of a device's directory. */
export const filesOf = (directory: string): CheckedFiles => ({ ...deviceDirectory(directory), directory });

/** The bad findings, each with its step. */
export const bads = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ kind }) => kind === 'bad').map(({ step, text }) => `${step}: ${text}`);

/** Servers on free ports of the loopback interface. */
export class LocalServers {
  readonly #servers: Server[] = [];

  /** Makes a server listen; returns its port. */
  async listen(server: Server): Promise<number> {
    this.#servers.push(server);
    return await listen(server);
  }

  /** Closes them all. */
  close(): void {
    for (const server of this.#servers.splice(0)) server.close();
  }
}
