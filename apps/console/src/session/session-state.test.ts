import { createDeviceHandle } from '@longwire/react';
import { createFakeWorld } from '@longwire/testing';
import { expect, test } from 'vitest';
import { createConnection } from '../wire.ts';
import { nextSessionState, type SessionEvent, type SessionState } from './session-state.ts';

const handle = createDeviceHandle(createConnection((await createFakeWorld()).options));
const failure = { kind: 'lost', detail: '' } as const;
const idle: SessionState = { kind: 'idle' };
const connecting: SessionState = { kind: 'connecting', step: 'finding', startedAtMs: 1, attempt: 1 };
const login: SessionState = {
  kind: 'login',
  handle,
  verification: 'bound',
  problem: undefined,
  isBusy: false,
};
const live: SessionState = {
  kind: 'live',
  handle,
  verification: 'bound',
  me: undefined,
  media: { kind: 'asking' },
};
const stopped: SessionState = { kind: 'stopped', reason: { kind: 'mismatch', expected: 'x' } };
const failed: SessionState = { kind: 'failed', failure, attempt: 1, retryAtMs: undefined };

const rows: readonly (readonly [string, SessionState, SessionEvent, Partial<SessionState>])[] = [
  ['idle → started → connecting', idle, { type: 'started', atMs: 1, attempt: 1 }, connecting],
  ['failed → started → connecting', failed, { type: 'started', atMs: 1, attempt: 1 }, connecting],
  [
    'connecting → stepped → connecting',
    connecting,
    { type: 'stepped', step: 'login' },
    { kind: 'connecting', step: 'login' },
  ],
  ['live → stepped → live', live, { type: 'stepped', step: 'login' }, live],
  [
    'connecting → login-asked → login',
    connecting,
    { type: 'login-asked', handle, verification: 'bound', problem: undefined },
    login,
  ],
  ['login → login-sent → busy', login, { type: 'login-sent' }, { kind: 'login', isBusy: true }],
  ['live → login-sent → live', live, { type: 'login-sent' }, live],
  ['login → entered → live', login, { type: 'entered', handle, verification: 'bound', me: undefined }, live],
  [
    'live → me-changed → live',
    live,
    { type: 'me-changed', me: { username: 'bob', role: 'Guest' } },
    { kind: 'live', me: { username: 'bob', role: 'Guest' } },
  ],
  ['login → me-changed → login', login, { type: 'me-changed', me: undefined }, login],
  [
    'live → media-changed → live',
    live,
    { type: 'media-changed', media: { kind: 'none' } },
    { media: { kind: 'none' } },
  ],
  ['failed → media-changed → failed', failed, { type: 'media-changed', media: { kind: 'none' } }, failed],
  [
    'connecting → stopped → stopped',
    connecting,
    { type: 'stopped', reason: { kind: 'mismatch', expected: 'x' } },
    stopped,
  ],
  ['live → failed → failed', live, { type: 'failed', failure, attempt: 1, retryAtMs: undefined }, failed],
  [
    'stopped → failed → stopped',
    stopped,
    { type: 'failed', failure, attempt: 1, retryAtMs: undefined },
    stopped,
  ],
  ['live → left → idle', live, { type: 'left' }, idle],
];

test.each(rows)('%s', (_title, from, event, to) => {
  expect(nextSessionState(from, event)).toMatchObject(to);
});
