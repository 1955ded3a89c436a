/** @module Who gets a place: at the limits and one above. */
import { expect, test } from 'vitest';
import { admitSession, type PlaceHolder } from './admit-session.ts';

const limits = { maxSessions: 3, maxSessionsPerToken: 2 };
const stranger = (tokenId: string): PlaceHolder => ({ tokenId, isKnown: false });
const user = (tokenId: string): PlaceHolder => ({ tokenId, isKnown: true });

test('below both limits there is a place', () => {
  expect(admitSession([stranger('a'), stranger('b')], 'a', limits)).toEqual({ kind: 'admit' });
});

test('at the limit in all the oldest stranger gives way, never a user', () => {
  const oldest = stranger('b');
  expect(admitSession([user('a'), oldest, stranger('c')], 'd', limits)).toEqual({ kind: 'replace', oldest });
});

test('at the limit of a token one of the same token gives way', () => {
  const oldest = stranger('a');
  expect(admitSession([stranger('b'), oldest, user('a')], 'a', limits)).toEqual({ kind: 'replace', oldest });
});

test('where only users are, the new one is refused', () => {
  expect(admitSession([user('a'), user('b'), user('c')], 'd', limits)).toEqual({ kind: 'refuse' });
  expect(admitSession([user('a'), user('a')], 'a', limits)).toEqual({ kind: 'refuse' });
});
