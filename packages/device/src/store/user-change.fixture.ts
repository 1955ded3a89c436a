/** @module For a test: an endless row of changes of users, and what the users are after the first so many. */
import type { CborValue, Method } from '@longwire/protocol';

/** What a test compares of a user. */
export interface UserFields {
  readonly username: string;
  readonly role: string | null;
  readonly displayName: string | null;
}

/** One change, as a request, and what it does. */
export interface UserChange {
  readonly method: Method;
  readonly path: string;
  readonly cbor?: CborValue;
  readonly status: number;
  readonly username: string;
  /** What is different afterwards; undefined: the user is gone. */
  readonly to: Partial<UserFields> | undefined;
}

/** A user lives for this many rounds of four changes. */
const ROUNDS = 6;

/** The change of an index: in each round a user is made, gets a role and a name, and one of an earlier round is deleted. */
export function userChange(index: number): UserChange {
  const round = Math.floor(index / 4);
  const username = `user-${round}`;
  const put = (field: string, cbor: string, to: Partial<UserFields>): UserChange => ({
    method: 'PUT',
    path: `/iam/users/${username}/${field}`,
    cbor,
    status: 204,
    username,
    to,
  });
  switch (index % 4) {
    case 0:
      return {
        method: 'POST',
        path: '/iam/users',
        cbor: { Username: username },
        status: 201,
        username,
        to: {},
      };
    case 1:
      return put('role', 'Standard', { role: 'Standard' });
    case 2:
      return put('display-name', `Nr. ${round}`, { displayName: `Nr. ${round}` });
    default: {
      if (round < ROUNDS) return put('role', 'Guest', { role: 'Guest' });
      const old = `user-${round - ROUNDS}`;
      return { method: 'DELETE', path: `/iam/users/${old}`, status: 202, username: old, to: undefined };
    }
  }
}

/** The users that the first changes have made, beside the owner. */
export function usersAfter(changes: number): UserFields[] {
  const users = new Map<string, UserFields>();
  for (let index = 0; index < changes; index += 1) {
    const { username, to } = userChange(index);
    const user = users.get(username) ?? { username, role: null, displayName: null };
    if (to === undefined) users.delete(username);
    else users.set(username, { ...user, ...to });
  }
  return [...users.values()];
}
