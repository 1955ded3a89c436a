import { expect, test } from 'vitest';
import type { Route } from '../devices/offered-route.ts';
import { RouteTrial } from './route-trial.ts';
import type { FailureKind } from './failure.ts';
import type { SessionState } from './session-state.ts';

const KEPT: Route = { service: 'wss://one.example', sct: 'kept' };
const OFFERED: Route = { service: 'wss://one.example', sct: 'offered' };
const ELSEWHERE: Route = { service: 'wss://two.example', sct: 'offered' };

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

function makeTrial(offered: Route | undefined) {
  const notes: unknown[] = [];
  const listeners: (() => void)[] = [];
  let state: SessionState = { kind: 'idle' };
  let starts = 0;
  const trial = new RouteTrial({ note: (tried, hasLedThere) => notes.push([tried, hasLedThere]) });
  trial.follow({
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    snapshot: () => state,
    start: () => (starts += 1),
  });
  const move = async (to: SessionState): Promise<void> => {
    state = to;
    for (const listener of listeners) listener();
    await Promise.resolve();
  };
  return { trial, notes, move, device: { ...KEPT, offered }, starts: () => starts };
}

test('what was offered is tried, and kept once it has led to the device', async () => {
  const { trial, notes, move, device, starts } = makeTrial(OFFERED);
  expect(trial.begin(device)).toMatchObject(OFFERED);
  await move(connecting);
  await move(failed('offline'));
  expect(notes).toEqual([]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the state is looked at
  await move({ kind: 'live' } as SessionState);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  await move({ kind: 'live' } as SessionState);
  expect([notes, starts()]).toEqual([[[OFFERED, true]], 0]);
});

test.each<[FailureKind, Route, boolean]>([
  ['tokenRejected', OFFERED, true],
  ['noSuchDevice', OFFERED, true],
  ['denied', OFFERED, true],
  ['unreachable', ELSEWHERE, true],
  ['timeout', ELSEWHERE, true],
  ['unreachable', OFFERED, false],
  ['offline', ELSEWHERE, false],
  ['noPath', OFFERED, false],
])('%s by %o: goes on by the way that is kept (%s)', async (kind, offered, isRefused) => {
  const { trial, notes, move, device, starts } = makeTrial(offered);
  trial.begin(device);
  await move(failed(kind));
  expect([notes, starts()]).toEqual(isRefused ? [[[offered, false]], 1] : [[], 0]);
});

test('where nothing was offered there is nothing to try', async () => {
  const { trial, notes, move, device, starts } = makeTrial(undefined);
  expect(trial.begin(device)).toMatchObject(KEPT);
  await move(failed('tokenRejected'));
  expect([notes, starts()]).toEqual([[], 0]);
});
