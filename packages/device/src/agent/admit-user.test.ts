/** @module Whose place a session gets that has just logged in: a table of who holds how many. */
import { expect, test } from 'vitest';
import { admitUser } from './admit-user.ts';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './session-limits.ts';
import type { SessionPlace } from './session-place.ts';

/** Six places for users. */
const limits: SessionLimits = {
  ...DEFAULT_SESSION_LIMITS,
  maxSessions: 8,
  maxSessionsPerUser: 2,
  reservedForLogin: 2,
};

interface NamedPlace extends SessionPlace {
  readonly name: string;
}

/** `bob2` is the second-oldest session of bob; `root` and `admin` are administrators; `-1` has not logged in. */
function place(name: string): NamedPlace {
  const username = name.replace(/\d+$/u, '');
  const isAdministrator = username === 'admin' || username === 'root';
  const user = username === '-' ? undefined : { username, isAdministrator };
  return { name, tokenId: 'token', isTokenProven: true, user };
}

/** The last of the sessions has just logged in; what is evicted for it, if anything. */
function outcomeOf(sessions: string, used = limits): string {
  const places = sessions.split(' ').map(place);
  const entrant = places.at(-1);
  if (entrant === undefined) throw new Error('a session has logged in');
  const admission = admitUser(places, entrant, used);
  return admission.kind === 'replace' ? admission.evicted.name : admission.kind;
}

test.each([
  ['there is a free place', 'bob1 bob2 bob3 bob4 bob5 bob6', 'admit'],
  ['sessions without a login take none', '-1 -2 bob1 bob2 bob3 bob4 bob5 ann1', 'admit'],
  ['the user who holds most loses the oldest', 'ann1 bob1 bob2 bob3 eve1 eve2 ann2', 'bob1'],
  ['a second user takes the oldest of the only other one', 'bob1 bob2 bob3 bob4 bob5 bob6 ann1', 'bob1'],
  ['the user who holds most itself loses its own oldest', 'ann1 bob1 bob2 bob3 bob4 bob5 bob6', 'bob1'],
  ['a user takes no place of a user with as many', 'ann1 ann2 ann3 bob1 bob2 bob3 ann4', 'ann1'],
  [
    'nor of one with more, once it holds as many as a user may take',
    'ann1 ann2 bob1 bob2 bob3 bob4 ann3',
    'ann1',
  ],
  ['a user may always have as many as it gets for nothing', 'bob1 bob2 bob3 bob4 ann1 ann2', 'admit'],
  ['where each user has one session the next user is refused', 'a1 b1 c1 d1 e1 f1 bob1', 'refuse'],
  ['an administrator gets the oldest of the others', 'a1 b1 c1 d1 e1 f1 admin1', 'a1'],
  ['an administrator who holds most loses one to a user', 'root1 root2 root3 b1 c1 d1 ann1', 'root1'],
  ['among equals an administrator is the last to lose a place', 'root1 b1 c1 d1 e1 f1 admin1', 'b1'],
  ['an administrator who is in already replaces its own', 'admin1 a1 b1 c1 d1 e1 admin2', 'admin1'],
])('%s: %s', (_, sessions, expected) => {
  expect(outcomeOf(sessions)).toBe(expected);
});

test('an administrator gets in among administrators', () => {
  const two = { ...limits, maxSessions: 2, reservedForLogin: 1 };
  expect(outcomeOf('root1 admin1', two)).toBe('root1');
});
