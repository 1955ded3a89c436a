/** @module Whether the Node that runs this is new enough. */

/** The oldest Node that works: it has node:sqlite and strips types. */
const OLDEST_NODE = [22, 18] as const;

/** What is wrong with a version of Node, in words for people; undefined when it is new enough. */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Node version ${version} is too old: install Node ${OLDEST_NODE.join('.')} or newer`;
}
