/** @module The roles to offer if a device does not list its own. Pure. */

import type { Person } from './person.ts';

/** The usual roles of deployed devices, the weakest first. */
const USUAL_ROLES: readonly string[] = ['Guest', 'Standard', 'Administrator'];

/** The usual roles, and those of existing people. */
export function rolesToSuggest(people: readonly Pick<Person, 'role'>[]): readonly string[] {
  const roles = people.map(({ role }) => role).filter((role) => role !== undefined);
  return [...new Set([...USUAL_ROLES, ...roles])];
}
