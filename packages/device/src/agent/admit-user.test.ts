/** @module Whose place a session gets once it has logged in: a table by how many sessions each user holds. */
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

/** Logs the last of the sessions in and returns which session is evicted for it, if any. */
function outcomeOf(sessions: string, used = limits): string {
  const places = sessions.split(' ').map(place);
  const entrant = places.at(-1);
  if (entrant === undefined) throw new Error('the table row names no session');
  const admission = admitUser(places, entrant, used);
  return admission.kind === 'replace' ? admission.evicted.name : admission.kind;
}

test.each([
  ['admits a user while there is a free place', 'bob1 bob2 bob3 bob4 bob5 bob6', 'admit'],
  ['sessions without a login take no place of a user', '-1 -2 bob1 bob2 bob3 bob4 bob5 ann1', 'admit'],
  ['the user who holds the most loses its oldest session', 'ann1 bob1 bob2 bob3 eve1 eve2 ann2', 'bob1'],
  [
    'a second user takes the oldest session of the only other user',
    'bob1 bob2 bob3 bob4 bob5 bob6 ann1',
    'bob1',
  ],
  [
    'an entrant who already holds the most loses its own oldest session',
    'ann1 bob1 bob2 bob3 bob4 bob5 bob6',
    'bob1',
  ],
  ['a user takes no place from a user who holds equally many', 'ann1 ann2 ann3 bob1 bob2 bob3 ann4', 'ann1'],
  [
    'a user at its limit takes no place, even from a user who holds more',
    'ann1 ann2 bob1 bob2 bob3 bob4 ann3',
    'ann1',
  ],
  ['a user may hold more than its limit while places are free', 'bob1 bob2 bob3 bob4 ann1 ann2', 'admit'],
  ['the next user is refused when each user holds one session', 'a1 b1 c1 d1 e1 f1 bob1', 'refuse'],
  ['an administrator takes the oldest session of the other users', 'a1 b1 c1 d1 e1 f1 admin1', 'a1'],
  [
    'an administrator who holds the most loses one session to a user',
    'root1 root2 root3 b1 c1 d1 ann1',
    'root1',
  ],
  ['in a tie an administrator is the last to lose a place', 'root1 b1 c1 d1 e1 f1 admin1', 'b1'],
  ['an administrator who already has a session replaces its own', 'admin1 a1 b1 c1 d1 e1 admin2', 'admin1'],
])('%s: %s', (_, sessions, expected) => {
  expect(outcomeOf(sessions)).toBe(expected);
});

test('an administrator gets a place when administrators hold all of them', () => {
  const two = { ...limits, maxSessions: 2, reservedForLogin: 1 };
  expect(outcomeOf('root1 admin1', two)).toBe('root1');
});
