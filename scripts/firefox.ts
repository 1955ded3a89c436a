/** @module Finds the system's Firefox. */
import { findExecutable, isExecutable } from './executable.ts';
import type { Tool } from './system-tools.ts';

const NAMES = ['firefox-esr', 'firefox'];

/** The path of a Firefox on this machine, or undefined. The environment variable FIREFOX names another. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX'];
  if (named !== undefined) return isExecutable(named) ? named : undefined;
  return findExecutable(NAMES);
}

/** The other browser of the end-to-end tests. */
export const FIREFOX: Tool = {
  name: 'Firefox (or FIREFOX set to its path)',
  packages: ['firefox-esr'],
  isThere: () => findFirefox() !== undefined,
};
