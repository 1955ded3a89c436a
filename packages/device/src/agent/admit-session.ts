/** @module Decides whether a new session gets a place before its login. Only sessions without a login can lose theirs to it. */
import type { SessionLimits } from './session-limits.ts';
import type { Admission, PlaceToken, SessionPlace } from './session-place.ts';

/** Decides about a new session; `others` are ordered oldest first. */
export function admitSession<T extends SessionPlace>(
  sessions: readonly T[],
  entrant: PlaceToken,
  { maxSessions, maxSessionsPerToken }: SessionLimits,
): Admission<T> {
  const anonymous = sessions.filter(({ user }) => user === undefined);
  const [oldest, ...others] = anonymous.filter(({ tokenId }) => tokenId === entrant.tokenId);
  if (oldest !== undefined && others.length + 1 >= maxSessionsPerToken)
    return { kind: 'replace', evicted: oldest };
  if (sessions.length < maxSessions) return { kind: 'admit' };
  const evicted = mostExpendable(anonymous, entrant);
  return evicted === undefined ? { kind: 'refuse' } : { kind: 'replace', evicted };
}

/**
 * The oldest session of the token that holds the most, so that many sessions of few tokens push out each other. In a tie it is the
 * entrant's own token, then one that no user has logged in with.
 */
function mostExpendable<T extends SessionPlace>(anonymous: readonly T[], entrant: PlaceToken): T | undefined {
  const counts = new Map([[entrant.tokenId, 1]]);
  for (const { tokenId } of anonymous) counts.set(tokenId, (counts.get(tokenId) ?? 0) + 1);
  const countOf = ({ tokenId }: T): number => counts.get(tokenId) ?? 0;
  const isOwn = ({ tokenId }: T): number => Number(tokenId === entrant.tokenId);
  const [first] = anonymous.toSorted(
    (a, b) =>
      countOf(b) - countOf(a) || isOwn(b) - isOwn(a) || Number(a.isTokenProven) - Number(b.isTokenProven),
  );
  return first;
}
