/** @module One DTLS role in an answer. Firefox names another one on lines that are added than on those that are there; devices in the field refuse that. */

const SETUP = /^a=setup:(\w+)/gmu;

/** The answer with the role of its first line on every line, which are all on one transport (RFC 8842 section 5.3: it keeps its role). */
export function oneRole(answer: string): string {
  const [first] = [...answer.matchAll(SETUP)];
  return first === undefined ? answer : answer.replaceAll(SETUP, first[0]);
}
