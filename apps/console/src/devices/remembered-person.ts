/** @module The remembered people of a device that cannot list them. Contains no secret. Pure. */

import { isUsername } from '../link/id-format.ts';
import { textOf } from '../read-field.ts';

/** A user of a device, as this browser last saw them. */
export interface RememberedPerson {
  readonly username: string;
  readonly role?: string | undefined;
}

/** Most people remembered for one device; later ones are dropped. Reason: the device is asked for each of them whenever they are shown. */
export const MAX_PEOPLE = 100;

/** Longest role name that is read, in characters. Reason: it is shown on one line. */
const MAX_ROLE_LENGTH = 64;

/** The people with one added or updated; values that would not be read back are not stored. */
export function withPerson(
  people: readonly RememberedPerson[],
  { username, role }: RememberedPerson,
): readonly RememberedPerson[] {
  const person = readPerson({ username, role });
  if (person === undefined) return people;
  const isStored = people.some((each) => each.username === username);
  if (isStored) return people.map((each) => (each.username === username ? person : each));
  return people.length < MAX_PEOPLE ? [...people, person] : people;
}

/** Reads a person from the storage or a file; undefined if damaged. */
export function readPerson(value: unknown): RememberedPerson | undefined {
  const [username, role] = [textOf(value, 'username'), textOf(value, 'role')];
  if (username === undefined || !isUsername(username)) return undefined;
  return role === undefined || role === '' || role.length > MAX_ROLE_LENGTH
    ? { username }
    : { username, role };
}

/** Reads a list; undefined if it is none. Damaged entries are skipped. */
export function readPeople(value: unknown): readonly RememberedPerson[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, MAX_PEOPLE)
    .map(readPerson)
    .filter((person) => person !== undefined);
}
