/** @module The assertion that all scripts share finds false claims, and nothing else. */
import { expect, test } from 'vitest';
import { falsehoodOf, ClaimChecker, type Claim, type Truth } from './truth.ts';

const track = {};
const there: Truth = {
  isDeviceThere: true,
  isLoggedIn: (username) => username === 'admin',
  nameOf: (claimed) => (claimed === track ? 'garden' : undefined),
  keptKey: 'ab',
};
const away: Truth = { ...there, isDeviceThere: false };

const claims: readonly (readonly [title: string, claim: Claim, isTrueThere: boolean])[] = [
  ['verified', { kind: 'verified', how: 'by the badge' }, true],
  ['a login that took place', { kind: 'login', username: 'admin' }, true],
  ['a login that did not take place', { kind: 'login', username: 'mallory' }, false],
  ['the user who logged in', { kind: 'user', text: 'admin Administrator' }, true],
  ['another user', { kind: 'user', text: 'mallory Administrator' }, false],
  ["the device's name of a track", { kind: 'track', name: 'garden', track }, true],
  ["another track's name", { kind: 'track', name: 'kitchen', track }, false],
  ['a name of no track', { kind: 'track', name: 'garden', track: {} }, false],
  ['trouble of a track that is well', { kind: 'trouble', text: 'locked' }, false],
  ['media beside the verified transport', { kind: 'second transport' }, false],
  ['the key that was kept', { kind: 'kept key', fingerprint: 'ab' }, true],
  ['another key than was kept', { kind: 'kept key', fingerprint: 'cd' }, false],
];

test.each(claims)(
  'with the real device connected, the claim %s is judged by the facts',
  (_title, claim, isTrue) => {
    expect(falsehoodOf(claim, there) === undefined).toBe(isTrue);
  },
);

test('with an impostor connected, every claim of verification, login or user is false', () => {
  for (const [, claim] of claims.slice(0, 5)) expect(falsehoodOf(claim, away)).toBeDefined();
});

test('a claim is judged by the facts at the time it is made', () => {
  let isDeviceThere = true;
  const checker = new ClaimChecker({
    ...there,
    get isDeviceThere() {
      return isDeviceThere;
    },
  });
  checker.check({ kind: 'verified', how: 'at first' });
  isDeviceThere = false;
  expect([...checker.falsehoods]).toEqual([]);
  checker.check({ kind: 'verified', how: 'a moment later' });
  expect([...checker.falsehoods]).toEqual(['shown as verified (a moment later), and it is not the device']);
});
