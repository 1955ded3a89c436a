/** @module Checks that Node is new enough for the commands: npm only warns about it. */
import { bad, good, type Verdict } from '../verdict/verdict.ts';

/** The oldest supported Node: it has node:sqlite and strips types. */
const OLDEST_NODE = [22, 18] as const;

/** Whether a version of Node is supported. */
export function checkNode(version: string): Verdict {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
    return good('node', `version ${version}`);
  return bad('node', `version ${version} is too old`, `install Node ${OLDEST_NODE.join('.')} or newer`);
}

/** Describes why a version of Node is unsupported; undefined if it is supported. */
export function nodeProblem(version: string): string | undefined {
  const { kind, text, todo } = checkNode(version);
  return kind === 'bad' ? `Node ${text}: ${todo}` : undefined;
}
