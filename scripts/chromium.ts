/** @module Finds the system's Chromium, and on Debian as root installs it where it is missing. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './step.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium on this machine, or undefined. The environment variable CHROMIUM names another. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return isExecutable(named) ? named : undefined;
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

/** What a person types to install Chromium on Debian. */
export const INSTALL_COMMAND = 'apt-get update && apt-get install -y --no-install-recommends chromium';

/** What {@link ensureChromium} asks of the machine. */
export interface Machine {
  readonly find: () => string | undefined;
  /** Whether packages can be installed: Debian's apt-get, as root. */
  readonly canInstall: () => boolean;
  readonly install: () => Promise<void>;
}

const thisMachine: Machine = {
  find: findChromium,
  canInstall: () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get'),
  install: async () => {
    console.log(`no Chromium found: ${INSTALL_COMMAND}`);
    await runCommand('sh', ['-c', INSTALL_COMMAND], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  },
};

/**
 * The path of a Chromium, installed with apt-get where that is possible.
 * @throws Error that names the command to run where it is not.
 */
export async function ensureChromium(machine: Machine = thisMachine): Promise<string> {
  const found = machine.find();
  if (found !== undefined) return found;
  if (machine.canInstall()) await machine.install();
  const installed = machine.find();
  if (installed === undefined) {
    throw new Error(
      `no Chromium found; install it (as root: ${INSTALL_COMMAND}) or set CHROMIUM to its path`,
    );
  }
  return installed;
}
