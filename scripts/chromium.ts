/** @module Finds the system's Chromium. */
import { findExecutable, isExecutable } from './executable.ts';
import { ensureTools, thisMachine, type Machine, type Tool } from './system-tools.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium on this machine, or undefined. The environment variable CHROMIUM names another. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return isExecutable(named) ? named : undefined;
  return findExecutable(NAMES);
}

/** The browser of the end-to-end tests and the measurements. */
export const CHROMIUM: Tool = {
  name: 'Chromium (or CHROMIUM set to its path)',
  packages: ['chromium'],
  isThere: () => findChromium() !== undefined,
};

/**
 * The path of a Chromium, installed with apt-get where that is possible.
 * @throws Error that names the command to run where it is not.
 */
export async function ensureChromium(machine: Machine = thisMachine): Promise<string> {
  await ensureTools([CHROMIUM], machine);
  const found = findChromium();
  if (found === undefined) throw new Error('Chromium expected to be there after it was found');
  return found;
}
