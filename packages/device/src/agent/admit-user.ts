/** @module Decides whether a session keeps its place once its user is known. Only sessions of users can lose theirs to it. */
import type { SessionLimits } from './session-limits.ts';
import type { Admission, SessionPlace } from './session-place.ts';

/** The sessions of one user, oldest first. */
type Holding<T> = readonly [T, ...T[]];

/** Decides about a session that has just logged in; all sessions, including this one, are ordered oldest first. */
export function admitUser<T extends SessionPlace>(
  sessions: readonly T[],
  entrant: T,
  { maxSessions, maxSessionsPerUser, reservedForLogin }: SessionLimits,
): Admission<T> {
  const holdings = holdingsOf(sessions);
  const held = [...holdings.values()].reduce((count, holding) => count + holding.length, 0);
  const { user } = entrant;
  if (user === undefined || held <= maxSessions - reservedForLogin) return { kind: 'admit' };

  const own = holdings.get(user.username) ?? [entrant];
  const [largest] = [...holdings.values()].filter((holding) => holding !== own).toSorted(compareHoldings);
  const mayTake =
    largest !== undefined &&
    own.length <= maxSessionsPerUser &&
    (largest.length > own.length || (user.isAdministrator && own.length === 1));
  if (mayTake) return { kind: 'replace', evicted: largest[0] };
  const evicted = own.find((session) => session !== entrant);
  return evicted === undefined ? { kind: 'refuse' } : { kind: 'replace', evicted };
}

function holdingsOf<T extends SessionPlace>(sessions: readonly T[]): Map<string, Holding<T>> {
  const holdings = new Map<string, Holding<T>>();
  for (const session of sessions) {
    if (session.user === undefined) continue;
    const { username } = session.user;
    const holding = holdings.get(username);
    holdings.set(username, holding === undefined ? [session] : [...holding, session]);
  }
  return holdings;
}

/** The user with the most sessions first; in a tie administrators come last. */
function compareHoldings<T extends SessionPlace>(a: Holding<T>, b: Holding<T>): number {
  return b.length - a.length || Number(a[0].user?.isAdministrator) - Number(b[0].user?.isAdministrator);
}
