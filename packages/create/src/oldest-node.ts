/** @module Checks that this Node is new enough. */

/**
 * Describes why a version of Node is unsupported; undefined if it is supported. `engines` is that of a package.json, such as `>=22.18`:
 * npm only warns about it.
 */
export function nodeProblem(version: string, engines: string): string | undefined {
  const [major = 0, minor = 0] = numbersOf(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(engines);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Node version ${version} is too old: install Node ${oldestMajor}.${oldestMinor} or newer`;
}

function numbersOf(version: string): readonly number[] {
  return version.replace('>=', '').split('.').map(Number);
}
