import { expect, test } from 'vitest';
import type { Offer, Route, Routed } from '../devices/offered-route.ts';
import { RouteTrial } from './route-trial.ts';
import { FAILURE_KINDS, type FailureKind } from './failure.ts';
import type { SessionState, Verification } from './session-state.ts';

const KEPT: Route = { service: 'wss://one.example', sct: 'kept' };
const OFFERED: Route = { service: 'wss://one.example', sct: 'offered' };
const ELSEWHERE: Route = { service: 'wss://two.example', sct: 'offered' };
/** With a key for a device of which none is stored. */
const KEYED: Offer = { ...OFFERED, fingerprint: 'aa' };

const connecting: SessionState = { kind: 'connecting', startedAtMs: 0, attempt: 1 };

function failed(kind: FailureKind): SessionState {
  return {
    kind: 'failed',
    failure: { kind, detail: '' },
    attempt: 1,
    retryAtMs: undefined,
    isTrying: false,
  };
}

const mismatch: SessionState = {
  kind: 'stopped',
  reason: { kind: 'mismatch', expected: 'aa', shown: undefined },
};

function live(verification: Verification): SessionState {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the state is looked at
  return { kind: 'live', verification } as SessionState;
}

function makeTrial(offered: Offer | undefined, kept: Route = KEPT) {
  const notes: unknown[] = [];
  const listeners: (() => void)[] = [];
  let device: Routed = { ...kept, offered };
  let state: SessionState = { kind: 'idle' };
  const routes: unknown[] = [];
  const trial = new RouteTrial({ note: (tried, isToBeKept) => notes.push([tried, isToBeKept]) });
  const start = (): void => {
    const { service, sct } = trial.begin(device);
    routes.push({ service, sct });
    emit(connecting);
  };
  const emit = (to: SessionState): void => {
    state = to;
    for (const listener of listeners) listener();
  };
  trial.follow({
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    snapshot: () => state,
    start,
  });
  const move = async (...states: readonly SessionState[]): Promise<void> => {
    for (const each of states) emit(each);
    await Promise.resolve();
  };
  const forget = (): void => void (device = KEPT);
  return { trial, notes, routes, move, start, forget };
}

test('an offered route is tried, and kept once it has led to the device', async () => {
  const { notes, routes, move, start } = makeTrial(ELSEWHERE);
  start();
  await move(failed('offlineHere'));
  expect(notes).toEqual([]);
  await move(live('bound'));
  await move(live('bound'));
  expect([notes, routes]).toEqual([[[ELSEWHERE, true]], [ELSEWHERE]]);
});

test('an offered token is not used as long as the stored one is accepted: its owner could withdraw it', async () => {
  const { notes, routes, move, start } = makeTrial(OFFERED);
  start();
  await move(failed('noPath'));
  await move(live('bound'));
  start();
  await move(live('bound'));
  expect([notes, routes]).toEqual([[], [KEPT, KEPT]]);
});

test('an offered token is used for a device whose token was never stored', async () => {
  const { notes, routes, move, start } = makeTrial(OFFERED, { ...KEPT, sct: '' });
  start();
  await move(live('bound'));
  expect([notes, routes]).toEqual([[[OFFERED, true]], [OFFERED]]);
});

test.each<[FailureKind, Route]>([
  ...(['tokenRejected', 'noSuchDevice', 'denied'] as const).map((kind): [FailureKind, Route] => [
    kind,
    KEYED,
  ]),
  ...FAILURE_KINDS.filter((kind) => kind !== 'offlineHere').map((kind): [FailureKind, Route] => [
    kind,
    ELSEWHERE,
  ]),
])('after %s, the offered route %o is forgotten and the kept one used', async (kind, offered) => {
  const { notes, routes, move, start } = makeTrial(offered);
  start();
  await move(failed(kind));
  const { service, sct } = offered;
  expect([notes, routes]).toEqual([[[offered, false]], [{ service, sct }, KEPT]]);
});

test.each([KEYED, ELSEWHERE])(
  'an offered route stays undecided while this browser is offline: %o',
  async (offered) => {
    const { notes, routes, move, start } = makeTrial(offered);
    start();
    await move(failed('offlineHere'));
    expect([notes, routes]).toEqual([[], [{ service: offered.service, sct: offered.sct }]]);
  },
);

test.each<FailureKind>(['noPath', 'offline', 'unreachable', 'restarting', 'deviceFault', 'unproven'])(
  'after %s, which proves nothing about a token, the kept route is used and the offered one tried at the next visit',
  async (kind) => {
    const { notes, routes, move, start } = makeTrial(KEYED);
    start();
    await move(failed(kind));
    await move(failed(kind));
    await move(live('bound'));
    expect([notes, routes]).toEqual([[], [OFFERED, KEPT]]);
    start();
    await move(live('bound'));
    expect([notes, routes]).toEqual([[[KEYED, true]], [OFFERED, KEPT, OFFERED]]);
  },
);

test.each<FailureKind>(['tokenRejected', 'noSuchDevice', 'denied'])(
  'after %s, the offered token replaces the stored one once it has led to the device',
  async (kind) => {
    const { notes, routes, move, start } = makeTrial(OFFERED);
    start();
    await move(failed('noPath'));
    await move(failed(kind));
    await move(failed('noPath'));
    await move(live('unknown'));
    expect([notes, routes]).toEqual([[[OFFERED, true]], [KEPT, OFFERED]]);
  },
);

test('an offered token replaces the stored one that is withdrawn while the device is shown', async () => {
  const { notes, routes, move, start } = makeTrial(OFFERED);
  start();
  await move(live('bound'));
  await move(failed('tokenRejected'));
  await move(live('bound'));
  expect([notes, routes]).toEqual([[[OFFERED, true]], [KEPT, OFFERED]]);
});

test('the session fails if neither token is accepted', async () => {
  const { notes, routes, move, start, forget } = makeTrial(OFFERED);
  start();
  await move(failed('tokenRejected'));
  forget();
  await move(failed('tokenRejected'));
  await move(failed('tokenRejected'));
  expect([notes, routes]).toEqual([[[OFFERED, false]], [KEPT, OFFERED, KEPT]]);
});

test('another device at another service makes the session return to the kept route', async () => {
  const { notes, routes, move, start } = makeTrial(ELSEWHERE);
  start();
  await move(mismatch);
  expect([notes, routes]).toEqual([[[ELSEWHERE, false]], [ELSEWHERE, KEPT]]);
});

test('an offered key that the device does not have stops the session, once', async () => {
  const offered = { ...KEPT, fingerprint: 'aa' };
  const { trial, notes, routes, move, start } = makeTrial(offered);
  start();
  expect(trial.expected).toBe('aa');
  await move(mismatch);
  expect([notes, routes]).toEqual([[[offered, false]], [KEPT]]);
});

test.each<[Offer, Verification, boolean]>([
  [ELSEWHERE, 'bound', true],
  [ELSEWHERE, 'unknown', false],
  [ELSEWHERE, 'unbound', false],
  [{ ...ELSEWHERE, fingerprint: 'aa' }, 'bound', false],
  [KEYED, 'bound', true],
])('the offered route %o with a %s key is kept: %s', async (offered, verification, isKept) => {
  const { notes, routes, move, start } = makeTrial(offered);
  start();
  await move(live(verification));
  expect(notes).toEqual([[offered, isKept]]);
  expect(routes).toHaveLength(1);
});

test.each<[string, SessionState]>([
  ['left', { kind: 'idle' }],
  ['restarted', connecting],
  ['stopped', { kind: 'stopped', reason: { kind: 'other-key', known: 'aa', offered: 'bb' } }],
])('a session that was %s meanwhile is left alone', async (_, now) => {
  const { routes, move, start } = makeTrial(OFFERED);
  start();
  await move(failed('tokenRejected'), now);
  expect(routes).toEqual([KEPT]);
});

test('without an offered route there is nothing to try', async () => {
  const { notes, routes, move, start } = makeTrial(undefined);
  start();
  await move(failed('tokenRejected'));
  expect([notes, routes]).toEqual([[], [KEPT]]);
});

test('a key offered before another was stored is not the expected one', () => {
  const { trial } = makeTrial(undefined);
  const offered = { ...OFFERED, fingerprint: 'of the link' };
  trial.begin({ ...KEPT, offered, firstFingerprint: 'kept' });
  expect(trial.expected).toBeUndefined();
  trial.begin({ ...KEPT, offered, fingerprint: 'named' });
  expect(trial.expected).toBe('named');
  trial.begin({ ...KEPT, offered });
  expect(trial.expected).toBe('of the link');
});
