import { expect, test } from 'vitest';
import { makeRig, until } from './session-rig.fixture.ts';
import { nextSessionState, type SessionEvent, type SessionState } from './session-state.ts';

const rig = await makeRig();
rig.session.start();
const { session } = await until(rig, 'login');
const failure = { kind: 'lost', detail: '' } as const;
const setback = { failure, attempt: 2, retryAtMs: 5, isTrying: false } as const;
const times = { readyAtMs: 7, deviceSinceMs: 3 };
const idle: SessionState = { kind: 'idle' };
const connecting: SessionState = { kind: 'connecting', startedAtMs: 1, attempt: 1 };
const login: SessionState = {
  kind: 'login',
  session,
  verification: 'bound',
  asks: 'login',
  problem: undefined,
  givenName: 'ann',
  isBusy: false,
};
const live: Extract<SessionState, { readonly kind: 'live' }> = {
  kind: 'live',
  session,
  verification: 'bound',
  me: undefined,
  isUnconfirmed: false,
  isBound: true,
  hasAgreed: false,
  link: { kind: 'ready', ...times },
};
const entered: SessionEvent = {
  type: 'entered',
  session,
  times,
  verification: 'bound',
  me: undefined,
  isUnconfirmed: false,
  isBound: true,
};
const recovering: Extract<SessionState, { readonly kind: 'live' }> = {
  ...live,
  link: { kind: 'recovering', ...setback },
};
const stopped: SessionState = {
  kind: 'stopped',
  reason: { kind: 'mismatch', expected: 'x', shown: undefined },
};
const failed: SessionState = { kind: 'failed', failure, attempt: 1, retryAtMs: undefined, isTrying: false };

const rows: readonly (readonly [string, SessionState, SessionEvent, SessionState])[] = [
  ['idle → started → connecting', idle, { type: 'started', atMs: 1, attempt: 1 }, connecting],
  ['failed → started → connecting', failed, { type: 'started', atMs: 1, attempt: 1 }, connecting],
  [
    'connecting → set-back → failed, with a retry',
    connecting,
    { type: 'set-back', ...setback },
    { kind: 'failed', ...setback },
  ],
  ['live → set-back → live, recovering', live, { type: 'set-back', ...setback }, recovering],
  [
    'connecting → login-asked → login',
    connecting,
    {
      type: 'login-asked',
      session,
      verification: 'bound',
      asks: 'login',
      problem: undefined,
      givenName: 'ann',
    },
    login,
  ],
  ['login → login-sent → busy', login, { type: 'login-sent' }, { ...login, isBusy: true }],
  ['live → login-sent → live', live, { type: 'login-sent' }, live],
  ['login → entered → live', login, entered, live],
  ['recovering → entered → live', recovering, entered, live],
  ['live → agreed → live', live, { type: 'agreed' }, { ...live, hasAgreed: true }],
  ['login → agreed → login', login, { type: 'agreed' }, login],
  [
    'recovering → entered → live, the agreement stays',
    { ...recovering, isBound: false, hasAgreed: true },
    { ...entered, isBound: false },
    { ...live, isBound: false, hasAgreed: true },
  ],
  [
    'recovering → entered, bound → live, the agreement ends',
    { ...recovering, isBound: false, hasAgreed: true },
    entered,
    live,
  ],
  [
    'live → me-changed → live',
    live,
    { type: 'me-changed', me: { username: 'bob', role: 'Guest' } },
    { ...live, me: { username: 'bob', role: 'Guest' } },
  ],
  ['login → me-changed → login', login, { type: 'me-changed', me: undefined }, login],
  [
    'connecting → stopped → stopped',
    connecting,
    { type: 'stopped', reason: { kind: 'mismatch', expected: 'x', shown: undefined } },
    stopped,
  ],
  ['live → failed → failed', live, { type: 'failed', failure, attempt: 1 }, failed],
  ['stopped → failed → stopped', stopped, { type: 'failed', failure, attempt: 1 }, stopped],
  ['live → left → idle', live, { type: 'left' }, idle],
];

test.each(rows)('session state: %s', (_title, from, event, to) => {
  expect(nextSessionState(from, event)).toEqual(to);
});
