/** @module A user as the list of people shows them. */

import type { User } from '@longwire/client';
import { nonEmpty } from '../read-field.ts';
import { accessEndOf, type AccessEnd } from './access-end.ts';

/** One of the people who may use a device. */
export interface Person {
  readonly username: string;
  readonly displayName: string | undefined;
  readonly role: string | undefined;
  readonly browsers: readonly Browser[];
  /** The connection token that the device made for them. */
  readonly sct: string | undefined;
  /** The subject by which tokens of the device's issuer identify this user. */
  readonly oauthSubject: string | undefined;
  /** The notification categories that they chose. */
  readonly categories: readonly string[];
  /** When access ends: null for never, undefined if the device knows of no ends. */
  readonly accessEnd: AccessEnd | null | undefined;
}

/** A browser that the device recognizes as a user's. */
export interface Browser {
  readonly fingerprint: string;
  readonly name: string | undefined;
}

/** The role with all rights, in ours as in deployed devices. */
const ADMINISTRATOR = 'Administrator';

/** Roles without the right to rename the device, in ours as in deployed devices. Other roles may have it: rights cannot be read. */
const NAMELESS_ROLES: ReadonlySet<string> = new Set(['Unpaired', 'Guest', 'Standard']);

/** Reads a user's record; older deployed devices have a single fingerprint. */
export function personOf(user: User): Person {
  const { Username, DisplayName, Role, Fingerprints, Fingerprint, Sct } = user;
  const fingerprints = Fingerprints ?? (Fingerprint === undefined ? [] : [{ Fingerprint, Name: undefined }]);
  return {
    username: Username,
    displayName: nonEmpty(DisplayName),
    role: nonEmpty(Role),
    browsers: fingerprints.map((browser) => ({
      fingerprint: browser.Fingerprint,
      name: nonEmpty(browser.Name),
    })),
    sct: nonEmpty(Sct),
    oauthSubject: nonEmpty(user.OauthSubject),
    categories: user.NotificationCategories ?? [],
    accessEnd: accessEndOf(user),
  };
}

/** The display name of a person. */
export function callOf({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string {
  return displayName ?? username;
}

const characters = new Intl.Segmenter();

/** The initial of a person's name, which may be an emoji of several code points. */
export function initialOf(person: Pick<Person, 'displayName' | 'username'>): string {
  const [first] = characters.segment(callOf(person));
  return first?.segment.toUpperCase() ?? '';
}

/** All people, this browser's user first, then by display name. Contains this browser's user even if the device lists no one. */
export function peopleOf(users: readonly User[], me: User | undefined): readonly Person[] {
  const isListed = me === undefined || users.some(({ Username }) => Username === me.Username);
  const all = isListed || me === undefined ? users : [me, ...users];
  const rank = (person: Person): number => (person.username === me?.Username ? 0 : 1);
  return all
    .map(personOf)
    .toSorted(
      (a, b) => rank(a) - rank(b) || callOf(a).localeCompare(callOf(b), undefined, { numeric: true }),
    );
}

/** Whether a person may have the right to rename the device; false without a user. */
export function mayNameDevice(self: Pick<Person, 'role'> | undefined): boolean {
  return self !== undefined && !NAMELESS_ROLES.has(self.role ?? '');
}

/** Whether the device knows of ends of access; every record of such a device says so. */
export function knowsAccessEnds(people: readonly Person[]): boolean {
  return people.some(({ accessEnd }) => accessEnd !== undefined);
}

/** Whether a person has all rights. */
export function isAdministrator({ role }: Pick<Person, 'role'>): boolean {
  return role === ADMINISTRATOR;
}

/** The people with all rights. */
export function administratorsOf(people: readonly Person[]): readonly Person[] {
  return people.filter(isAdministrator);
}

/** Whether the device would be left without an administrator if this person were removed. */
export function isLastAdministrator(people: readonly Person[], { username }: Person): boolean {
  const [only, ...others] = administratorsOf(people);
  return others.length === 0 && only?.username === username;
}
