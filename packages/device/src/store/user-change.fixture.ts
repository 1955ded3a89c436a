/** @module Test fixture: an endless sequence of changes of users, and the users after its first changes. */
import type { CborValue, Method } from '@longwire/protocol';

/** The fields of a user that a test compares. */
export interface UserFields {
  readonly username: string;
  readonly role: string | null;
  readonly displayName: string | null;
}

/** One change, as a request, and its effect. */
export interface UserChange {
  readonly method: Method;
  readonly path: string;
  readonly cbor?: CborValue;
  readonly status: number;
  readonly username: string;
  /** The user afterwards; undefined if it was deleted. */
  readonly to: Partial<UserFields> | undefined;
}

/** A user lives for this many rounds of four changes. */
const ROUNDS = 6;

/** The change with an index: each round creates a user, gives it a role and a name, and deletes one of an earlier round. */
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

/** The users after the first changes, without the owner. */
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
