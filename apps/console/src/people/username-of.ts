/** @module The user name for a person's name: the device needs one of few characters. */

import { checkUsername } from '@longwire/client';

/** Longest user name, in characters; leaves room for a number. */
const MAX_LENGTH = 60;

/** The user name of a person whose name has none of its characters. */
const UNNAMED = 'person';

/** A user name that none of the others have: `Änne Müller` becomes `anne-muller`, and the second one `anne-muller-2`. */
export function usernameOf(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/ß/gu, 'ss')
    .replace(/[^a-z0-9_.-]+/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .slice(0, MAX_LENGTH);
  const base = plain === '' ? UNNAMED : plain;
  let username = base;
  for (let number = 2; taken.includes(username); number += 1) username = `${base}-${number}`;
  return checkUsername(username);
}
