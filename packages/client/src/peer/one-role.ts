/**
 * @module One DTLS role per answer. Firefox gives added media lines another role than existing ones, which deployed
 * devices refuse.
 */

const SETUP = /^a=setup:(\w+)/gmu;

/**
 * The answer with the role of its first media line on every line: they share one transport, which keeps its role (RFC
 * 8842 section 5.3).
 */
export function oneRole(answer: string): string {
  const [first] = [...answer.matchAll(SETUP)];
  return first === undefined ? answer : answer.replaceAll(SETUP, first[0]);
}
