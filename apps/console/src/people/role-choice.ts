/** @module The roles to offer where a device does not list its own. Pure. */

import type { Person } from './person.ts';

/** Those that devices in the field usually have, the least first. */
const USUAL_ROLES: readonly string[] = ['Guest', 'Standard', 'Administrator'];

/** The usual ones, and those that somebody is known to have. */
export function rolesToSuggest(people: readonly Pick<Person, 'role'>[]): readonly string[] {
  const known = people.map(({ role }) => role).filter((role) => role !== undefined);
  return [...new Set([...USUAL_ROLES, ...known])];
}
