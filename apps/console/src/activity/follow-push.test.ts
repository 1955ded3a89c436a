/** @module Each connection of the user who turned messages on compares once, and no other. */
import { EdgeError, type Session } from '@longwire/client';
import { Store } from '@longwire/protocol/base';
import { expect, test } from 'vitest';
import type { SessionState } from '../session/session-state.ts';
import { followPush, type FollowPushOptions } from './follow-push.ts';

const PUSH = { path: '/events', username: 'anna', key: 'k', sender: 's' };
const READY = { kind: 'ready', atMs: 0, tookMs: 0 } as const;

/** A device that is open over a connection with a name. */
function live(connection: string, change: object = {}): SessionState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has the parts that are read
  const session = { connection } as unknown as Session;
  const state = {
    kind: 'live',
    session,
    verification: 'bound',
    me: { username: 'anna', role: 'Standard' },
    isUnconfirmed: false,
    isBound: true,
    hasAgreed: false,
    link: READY,
  } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of its fields, changed
  return { ...state, ...change } as unknown as SessionState;
}

/** Shows the states one after the other; returns the connections that were compared, what was noted and what was reported. */
async function follow(states: readonly SessionState[], options: Partial<FollowPushOptions> = {}) {
  const store = new Store<SessionState>({ kind: 'idle' });
  const [compared, noted, reported]: [unknown[], unknown[], unknown[]] = [[], [], []];
  followPush({
    session: store,
    remembered: () => PUSH,
    restore: async ({ connection }, push) => {
      compared.push(connection);
      return push;
    },
    note: (push) => void noted.push(push),
    reportError: (error) => void reported.push(error),
    ...options,
  });
  for (const state of states) store.put(state);
  await new Promise((resolve) => setImmediate(resolve));
  return { compared, noted, reported };
}

test('each connection compares once, and what was registered again is remembered', async () => {
  const states = [live('one'), live('one', { hasAgreed: true }), live('two')];
  expect(await follow(states)).toEqual({ compared: ['one', 'two'], noted: [PUSH, PUSH], reported: [] });
});

test('nothing is remembered if everything is as it was', async () => {
  expect(await follow([live('one')], { restore: async () => undefined })).toMatchObject({ noted: [] });
});

test.each([
  ['of another user', [live('one', { me: { username: 'bob', role: 'Standard' } })], {}],
  ['without a user', [live('one', { me: undefined })], {}],
  ['that is not bound to the device', [live('one', { isBound: false })], {}],
  ['that is lost', [live('one', { link: { ...READY, kind: 'recovering' } })], {}],
  ['of a device whose messages are off', [live('one')], { remembered: () => undefined }],
])('a connection %s compares nothing', async (_, states, options) => {
  expect(await follow(states, options)).toMatchObject({ compared: [] });
});

const failing = (error: Error) => async () => {
  throw error;
};

test('a device or a push service that cannot be reached is left for the next connection; other errors are reported', async () => {
  const lost = new EdgeError('ERR_REQUEST_TIMEOUT', 'no answer');
  expect(await follow([live('one')], { restore: failing(lost) })).toMatchObject({ reported: [] });
  const away = new DOMException('no push service', 'AbortError');
  expect(await follow([live('one')], { restore: failing(away) })).toMatchObject({ reported: [] });
  const broken = new TypeError('a fault of this page');
  expect(await follow([live('one')], { restore: failing(broken) })).toMatchObject({ reported: [broken] });
});
