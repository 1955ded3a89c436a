import { expect, test } from 'vitest';
import { draftIn, EMPTY_DRAFT, type LoginDraft } from './login-draft.ts';
import { makeRig, until } from './session-rig.fixture.ts';
import { nextSessionState, type SessionEvent, type SessionState } from './session-state.ts';

const rig = await makeRig();
rig.session.start();
const { session } = await until(rig, 'login');
const verification = 'bound';
const TYPED: LoginDraft = { username: 'ann', password: 'a secret', newName: 'annie' };
const problem = undefined;
const givenName = undefined;
const times = { readyAtMs: 0, deviceSinceMs: undefined };
const failure = { kind: 'lost', detail: '' } as const;

const loginAsked: SessionEvent = {
  type: 'login-asked',
  session,
  verification,
  asks: 'login',
  problem,
  givenName,
};
const entered: SessionEvent = {
  type: 'entered',
  session,
  times,
  verification,
  me: undefined,
  isUnconfirmed: false,
  isBound: true,
};
const asking: SessionState = nextSessionState({ kind: 'idle' }, loginAsked);

test.each<readonly [string, SessionEvent, LoginDraft]>([
  ['the connection is lost', { type: 'set-back', failure, attempt: 1, retryAtMs: 1, isTrying: false }, TYPED],
  ['the connection is retried', { type: 'started', atMs: 0, attempt: 2 }, TYPED],
  ['the login is asked for again', loginAsked, TYPED],
  ['the login is being sent', { type: 'login-sent' }, TYPED],
  ['the open password has worked', { ...loginAsked, asks: 'name' }, { newName: 'annie' }],
  ['the login has worked', entered, EMPTY_DRAFT],
  [
    'another device answers',
    { type: 'stopped', reason: { kind: 'mismatch', expected: '', shown: undefined } },
    EMPTY_DRAFT,
  ],
])('the login draft is kept or cleared as needed when %s', (_, event, left) => {
  expect(draftIn(nextSessionState(asking, event), TYPED)).toEqual(left);
});
