/** @module A user as the list of people shows it. */

import type { User } from '../wire.ts';

/** One of the people who may use a device. */
export interface Person {
  readonly username: string;
  readonly displayName: string | undefined;
  readonly role: string | undefined;
  readonly browsers: readonly Browser[];
  /** The connection token that the device made for them. */
  readonly sct: string | undefined;
  /** Whom a token of the device's issuer names as this user. */
  readonly oauthSubject: string | undefined;
  /** What they want to be told of. */
  readonly categories: readonly string[];
}

/** A browser that the device knows as somebody's. */
export interface Browser {
  readonly fingerprint: string;
  readonly name: string | undefined;
}

/** The role of those who may change everything, in ours as in deployed devices. */
const ADMINISTRATOR = 'Administrator';

/** Roles that have no right to the device's name, in ours as in deployed devices. Others may have it: rights cannot be read. */
const NAMELESS_ROLES: ReadonlySet<string> = new Set(['Unpaired', 'Guest', 'Standard']);

/** Reads a user's record; deployed devices of the old kind name one fingerprint only. */
export function personOf(user: User): Person {
  const { Username, DisplayName, Role, Fingerprints, Fingerprint, Sct } = user;
  const known = Fingerprints ?? (Fingerprint === undefined ? [] : [{ Fingerprint, Name: undefined }]);
  return {
    username: Username,
    displayName: presence(DisplayName),
    role: presence(Role),
    browsers: known.map((browser) => ({ fingerprint: browser.Fingerprint, name: presence(browser.Name) })),
    sct: presence(Sct),
    oauthSubject: presence(user.OauthSubject),
    categories: user.NotificationCategories ?? [],
  };
}

/** What somebody is called. */
export function callOf({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string {
  return displayName ?? username;
}

/** Everybody, this browser's user first, then by what they are called. A device that lists nobody is known to have that one at least. */
export function peopleOf(users: readonly User[], me: User | undefined): readonly Person[] {
  const isListed = me === undefined || users.some(({ Username }) => Username === me.Username);
  const all = isListed || me === undefined ? users : [me, ...users];
  const rank = (person: Person): number => (person.username === me?.Username ? 0 : 1);
  return all.map(personOf).toSorted((a, b) => rank(a) - rank(b) || callOf(a).localeCompare(callOf(b)));
}

/** Whether somebody may have the right to name the device; nobody has none. */
export function mayNameDevice(self: Pick<Person, 'role'> | undefined): boolean {
  return self !== undefined && !NAMELESS_ROLES.has(self.role ?? '');
}

/** Whether somebody may change everything. */
export function isAdministrator({ role }: Pick<Person, 'role'>): boolean {
  return role === ADMINISTRATOR;
}

/** Those who may change everything. */
export function administratorsOf(people: readonly Person[]): readonly Person[] {
  return people.filter(isAdministrator);
}

/** Whether nobody could manage the device any more without this person. */
export function isLastAdministrator(people: readonly Person[], { username }: Person): boolean {
  const [only, ...others] = administratorsOf(people);
  return others.length === 0 && only?.username === username;
}

function presence(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}
