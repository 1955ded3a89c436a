/** @module Checks that this Node is new enough. */

/** The oldest supported Node: it has node:sqlite and strips types. */
const OLDEST_NODE = [22, 18] as const;

/** Describes why a version of Node is unsupported; undefined if it is supported. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Node version ${version} is too old: install Node ${OLDEST_NODE.join('.')} or newer`;
}
