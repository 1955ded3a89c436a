/** @module The settings of a household's service, as a config file of `longwire-signaling serve`. */
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { readServeFlags, type ServeFlags } from '@longwire/signaling/cli';
import type { HouseholdFiles } from './household-files.ts';

/** What is written when a household is set up; keys are the options of the service. */
export interface ServiceSettings {
  readonly host: string;
  readonly port: number;
  readonly 'public-url'?: string;
  readonly 'tls-cert'?: string;
  readonly 'tls-key'?: string;
  readonly domain?: string;
  readonly 'acme-server'?: string;
  readonly 'local-https'?: true;
  readonly 'local-name'?: string;
  readonly 'plain-port'?: number;
}

/** Writes the settings into the folder, which is made private. */
export async function writeServiceSettings(files: HouseholdFiles, settings: ServiceSettings): Promise<void> {
  await mkdir(files.directory, { recursive: true, mode: 0o700 });
  await chmod(files.directory, 0o700);
  await writeFile(files.service, `${JSON.stringify(settings, undefined, 2)}\n`, { mode: 0o600 });
}

/** Reads the settings, and the environment as the service does. @throws EdgeError ERR_CONFIG */
export async function readServiceFlags(
  { service, database }: HouseholdFiles,
  args: readonly string[] = [],
): Promise<ServeFlags> {
  return await readServeFlags(['--config', service, '--database', database, ...args]);
}
