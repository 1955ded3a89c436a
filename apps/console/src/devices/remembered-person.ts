/** @module The people of a device that this browser remembers, where the device cannot list them. No secret is part of it. Pure. */

import { textOf } from '../field-of.ts';

/** A user of a device, as this browser last knew them. */
export interface RememberedPerson {
  readonly username: string;
  readonly role?: string | undefined;
}

/** Most people remembered of one device; later ones are left out. Reason: the device is asked for each of them whenever they are shown. */
export const MAX_PEOPLE = 100;

/** Longest name of a role that is read, in characters. Reason: it is shown on one line. */
const MAX_ROLE_LENGTH = 64;

const USERNAME = /^[a-z0-9_.-]{1,64}$/u;

/** The people with one added, or updated; what would not be read back is not kept. */
export function withPerson(
  people: readonly RememberedPerson[],
  { username, role }: RememberedPerson,
): readonly RememberedPerson[] {
  const person = readPerson({ username, role });
  if (person === undefined) return people;
  const isKnown = people.some((known) => known.username === username);
  if (isKnown) return people.map((known) => (known.username === username ? person : known));
  return people.length < MAX_PEOPLE ? [...people, person] : people;
}

/** Reads a person that was stored or written to a file; undefined where it is damaged. */
export function readPerson(value: unknown): RememberedPerson | undefined {
  const [username, role] = [textOf(value, 'username'), textOf(value, 'role')];
  if (username === undefined || !USERNAME.test(username)) return undefined;
  return role === undefined || role === '' || role.length > MAX_ROLE_LENGTH
    ? { username }
    : { username, role };
}

/** Reads a list; undefined where there is none. Damaged entries are left out. */
export function readPeople(value: unknown): readonly RememberedPerson[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, MAX_PEOPLE)
    .map(readPerson)
    .filter((person) => person !== undefined);
}
