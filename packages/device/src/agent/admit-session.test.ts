/** @module Which session without a login loses its place to a new one when a limit is reached. */
import { describe, expect, test } from 'vitest';
import { admitSession } from './admit-session.ts';
import { DEFAULT_SESSION_LIMITS } from './session-limits.ts';
import type { PlaceToken, SessionPlace } from './session-place.ts';

const limits = { ...DEFAULT_SESSION_LIMITS, maxSessions: 4, maxSessionsPerToken: 2, reservedForLogin: 1 };
/** Sessions without a login; on a proven token a user has logged in before. */
const token = (tokenId: string, isTokenProven = false): PlaceToken => ({ tokenId, isTokenProven });
const anonymous = (tokenId: string, isTokenProven = false): SessionPlace => ({
  ...token(tokenId, isTokenProven),
  user: undefined,
});
const loggedIn = (tokenId: string, username = 'bob'): SessionPlace => ({
  ...token(tokenId, true),
  user: { username, isAdministrator: false },
});

test('admits a session while both limits leave a free place', () => {
  expect(admitSession([anonymous('a'), loggedIn('a'), loggedIn('a')], token('a'), limits)).toEqual({
    kind: 'admit',
  });
});

describe('at the limit of a token', () => {
  test('the oldest session of the token without a login is replaced', () => {
    const evicted = anonymous('a');
    expect(admitSession([anonymous('b'), evicted, anonymous('a')], token('a'), limits)).toEqual({
      kind: 'replace',
      evicted,
    });
  });

  test('sessions of the token that have logged in do not count towards its limit', () => {
    const sessions = [loggedIn('a'), loggedIn('a'), loggedIn('a')];
    expect(admitSession(sessions, token('a'), limits)).toEqual({ kind: 'admit' });
  });
});

describe('when all places are taken', () => {
  test('the token with the most sessions loses its oldest one, even if other sessions are older', () => {
    const evicted = anonymous('b');
    const sessions = [anonymous('a'), evicted, anonymous('b'), loggedIn('c')];
    expect(admitSession(sessions, token('d'), limits)).toEqual({ kind: 'replace', evicted });
  });

  test('the new session counts for its own token, which loses its own session in a tie', () => {
    const evicted = anonymous('b');
    const sessions = [anonymous('a'), anonymous('a'), evicted, loggedIn('c')];
    expect(admitSession(sessions, token('b'), { ...limits, maxSessionsPerToken: 4 })).toEqual({
      kind: 'replace',
      evicted,
    });
  });

  test('in a tie a token that no user has logged in with loses a session first, then the token with the oldest session', () => {
    const evicted = anonymous('b');
    const sessions = [anonymous('a', true), evicted, anonymous('c'), loggedIn('d')];
    expect(admitSession(sessions, token('e'), limits)).toEqual({ kind: 'replace', evicted });
  });

  test('a new session is refused when logged-in users hold all places', () => {
    const sessions = [loggedIn('a'), loggedIn('a'), loggedIn('a'), loggedIn('a')];
    expect(admitSession(sessions, token('b'), limits)).toEqual({ kind: 'refuse' });
  });
});
