/** @module Which session without a login a new one replaces: at the limits and one above. */
import { describe, expect, test } from 'vitest';
import { admitSession } from './admit-session.ts';
import { DEFAULT_SESSION_LIMITS } from './session-limits.ts';
import type { PlaceToken, SessionPlace } from './session-place.ts';

const limits = { ...DEFAULT_SESSION_LIMITS, maxSessions: 4, maxSessionsPerToken: 2, reservedForLogin: 1 };
/** Others have logged in with this token before, if it is proven. */
const token = (tokenId: string, isTokenProven = false): PlaceToken => ({ tokenId, isTokenProven });
const anonymous = (tokenId: string, isTokenProven = false): SessionPlace => ({
  ...token(tokenId, isTokenProven),
  user: undefined,
});
const loggedIn = (tokenId: string, username = 'bob'): SessionPlace => ({
  ...token(tokenId, true),
  user: { username, isAdministrator: false },
});

test('below both limits there is a free place', () => {
  expect(admitSession([anonymous('a'), loggedIn('a'), loggedIn('a')], token('a'), limits)).toEqual({
    kind: 'admit',
  });
});

describe('at the limit of a token', () => {
  test('its oldest session without a login is replaced', () => {
    const evicted = anonymous('a');
    expect(admitSession([anonymous('b'), evicted, anonymous('a')], token('a'), limits)).toEqual({
      kind: 'replace',
      evicted,
    });
  });

  test('sessions of the same token that have logged in do not count', () => {
    const sessions = [loggedIn('a'), loggedIn('a'), loggedIn('a')];
    expect(admitSession(sessions, token('a'), limits)).toEqual({ kind: 'admit' });
  });
});

describe('when all places are taken', () => {
  test('the oldest session of the token with most of them is replaced, however old others are', () => {
    const evicted = anonymous('b');
    const sessions = [anonymous('a'), evicted, anonymous('b'), loggedIn('c')];
    expect(admitSession(sessions, token('d'), limits)).toEqual({ kind: 'replace', evicted });
  });

  test('the new session counts for its own token, which replaces its own among equals', () => {
    const evicted = anonymous('b');
    const sessions = [anonymous('a'), anonymous('a'), evicted, loggedIn('c')];
    expect(admitSession(sessions, token('b'), { ...limits, maxSessionsPerToken: 4 })).toEqual({
      kind: 'replace',
      evicted,
    });
  });

  test('among equal tokens one that no user has logged in with is replaced, and then the oldest', () => {
    const evicted = anonymous('b');
    const sessions = [anonymous('a', true), evicted, anonymous('c'), loggedIn('d')];
    expect(admitSession(sessions, token('e'), limits)).toEqual({ kind: 'replace', evicted });
  });

  test('no session of a user is replaced: with users in all places the new one is refused', () => {
    const sessions = [loggedIn('a'), loggedIn('a'), loggedIn('a'), loggedIn('a')];
    expect(admitSession(sessions, token('b'), limits)).toEqual({ kind: 'refuse' });
  });
});
