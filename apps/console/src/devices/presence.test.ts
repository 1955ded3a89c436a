/** @module What cards show about devices, how many are connected at a time, and when each was last seen. */

import { ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import type { Session } from '@longwire/client';
import type { Failure } from '../session/failure.ts';
import type { SessionState } from '../session/session-state.ts';
import { SessionRotation, GLANCE_MS, TURN_MS } from './session-rotation.ts';
import { followLastPath } from './last-path.ts';
import { followLastSeen } from './last-seen.ts';
import { hasAnswered, nextPresence, type Presence } from './presence.ts';

const ignore = (): void => undefined;
/** A session that is never called. */
const session: Session = Object.create(null);
const failure: Failure = { kind: 'offline', detail: '' };
const live = (
  link: Extract<SessionState, { kind: 'live' }>['link'],
): Extract<SessionState, { kind: 'live' }> => ({
  kind: 'live',
  session,
  verification: 'bound',
  me: undefined,
  isUnconfirmed: false,
  isBound: true,
  hasAgreed: false,
  link,
});
const connecting = (attempt: number): SessionState => ({ kind: 'connecting', startedAtMs: 0, attempt });
const failed: SessionState = { kind: 'failed', failure, attempt: 1, retryAtMs: 5, isTrying: false };
const ready = { kind: 'ready', readyAtMs: 7, deviceSinceMs: 3 } as const;
const withoutTime = { ...ready, deviceSinceMs: undefined };
const reachable: Presence = { kind: 'reachable', sinceMs: 2 };
const unasked: Presence = { kind: 'unasked' };
const away: Presence = { kind: 'away', failure: 'offline', isRetried: true };

test.each([
  ['stays unasked while its session is idle', unasked, { kind: 'idle' }, unasked],
  ['is looking during the first connect', unasked, connecting(1), { kind: 'looking' }],
  ['is reachable once its session is live', unasked, live(ready), { kind: 'reachable', sinceMs: 3 }],
  [
    'is reachable since the connect if the service reports no time',
    unasked,
    live(withoutTime),
    { kind: 'reachable', sinceMs: 7 },
  ],
  [
    'is reachable since the connect after it was away',
    away,
    live(withoutTime),
    { kind: 'reachable', sinceMs: 7 },
  ],
  ['keeps its time over another turn if the service reports none', reachable, live(withoutTime), reachable],
  [
    'takes the time of the service over another turn',
    reachable,
    live(ready),
    { kind: 'reachable', sinceMs: 3 },
  ],
  ['is away after a failure', unasked, failed, away],
  [
    'is away without retries after a permanent failure',
    unasked,
    { ...failed, retryAtMs: undefined },
    { ...away, isRetried: false },
  ],
  ['stays away during a retry', away, connecting(2), away],
  ['stays away during the connect of another turn', away, connecting(1), away],
  ['stays reachable during the connect of another turn', reachable, connecting(1), reachable],
  ['stays reachable while others have their turn', reachable, { kind: 'idle' }, reachable],
  [
    'is away while its session reconnects',
    reachable,
    live({ kind: 'recovering', failure, attempt: 1, retryAtMs: 1, isTrying: false }),
    away,
  ],
  [
    'is an impostor if another key was proved',
    unasked,
    { kind: 'stopped', reason: { kind: 'mismatch', expected: '', shown: undefined } },
    { kind: 'impostor' },
  ],
] as const)('the presence of a device %s', (_title, before, state, after) => {
  expect(nextPresence(before, state, true)).toEqual(after);
});

test('the presence of a device that is no longer visible is reset', () => {
  expect(nextPresence(away, { kind: 'idle' }, false)).toEqual(unasked);
  expect(nextPresence(reachable, live(withoutTime), false)).toEqual(reachable);
});

test('a device, its failure and its login prompt all count as an answer', () => {
  expect([{ kind: 'idle' } as const, connecting(1)].map((state) => hasAnswered(state))).toEqual([
    false,
    false,
  ]);
  expect([failed, live(ready)].map((state) => hasAnswered(state))).toEqual([true, true]);
});

function setUp() {
  const clock = new ManualClock();
  const held: string[] = [];
  const ever: string[] = [];
  const holds = new SessionRotation({
    most: 2,
    settleMs: 300,
    clock,
    hold: (key) => {
      held.push(key);
      ever.push(key);
      return () => held.splice(held.indexOf(key), 1);
    },
  });
  return { clock, held, ever, holds };
}

describe('the hold rotation', () => {
  test('holds the first visible devices, and the next one when one of them goes', async () => {
    const { clock, held, holds } = setUp();
    const leave = ['a', 'b', 'c'].map((key) => holds.want(key));
    expect(held).toEqual([]);
    clock.advance(300);
    expect(held).toEqual(['a', 'b']);
    leave[0]?.leave();
    await Promise.resolve();
    expect(held).toEqual(['b', 'c']);
    leave.slice(1).forEach((place) => place.leave());
    expect(held).toEqual([]);
  });

  test('connects to nothing more after the screen closes', async () => {
    const { clock, held, ever, holds } = setUp();
    const leave = ['a', 'b', 'c'].map((key) => holds.want(key));
    clock.advance(300);
    leave.forEach((place) => place.leave());
    await Promise.resolve();
    expect([held, ever]).toEqual([[], ['a', 'b']]);
  });

  test('never holds devices that are scrolled past', () => {
    const { clock, held, holds } = setUp();
    holds.want('a').leave();
    clock.advance(300);
    expect([held, clock.pending]).toEqual([[], 0]);
  });
});

/** The same with more devices than slots, and a way to have them answer. */
function take(keys: readonly string[]) {
  const rig = setUp();
  const places = new Map(keys.map((key) => [key, rig.holds.want(key)]));
  const answer = (...answered: readonly string[]): void =>
    answered.forEach((key) => places.get(key)?.answered());
  rig.clock.advance(300);
  return { ...rig, places, answer };
}

describe('with more devices than slots', () => {
  test('prefers devices that were never tried, shortly after a held one has answered', () => {
    const { clock, held, answer } = take(['a', 'b', 'c', 'd']);
    expect(held).toEqual(['a', 'b']);
    clock.advance(TURN_MS * 2);
    expect(held).toEqual(['a', 'b']);
    answer('b');
    clock.advance(GLANCE_MS - 1);
    expect(held).toEqual(['a', 'b']);
    clock.advance(1);
    expect(held).toEqual(['a', 'c']);
    answer('a', 'c');
    clock.advance(GLANCE_MS);
    expect(held).toEqual(['c', 'd']);
  });

  test('gives each device its turn, longest waiting first', () => {
    const { clock, held, ever, answer } = take(['a', 'b', 'c']);
    answer('a', 'b');
    clock.advance(GLANCE_MS);
    expect(held).toEqual(['b', 'c']);
    answer('c');
    clock.advance(TURN_MS - GLANCE_MS - 1);
    expect(held).toEqual(['b', 'c']);
    clock.advance(1);
    expect(held).toEqual(['c', 'a']);
    answer('a');
    clock.advance(TURN_MS - 1);
    expect(ever).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  test('counts an answer that came before the slot was granted', () => {
    const { clock, held, holds } = setUp();
    const [first] = ['a', 'b', 'c'].map((key) => holds.want(key));
    first?.answered();
    clock.advance(300 + GLANCE_MS - 1);
    expect(held).toEqual(['a', 'b']);
    clock.advance(1);
    expect(held).toEqual(['b', 'c']);
  });

  test('keeps every device held if there is a slot for each', () => {
    const { clock, held, answer } = take(['a', 'b']);
    answer('a', 'b');
    clock.advance(TURN_MS * 3);
    expect([held, clock.pending]).toEqual([['a', 'b'], 0]);
  });

  test('releases all devices when the screen closes, and leaves no timer', async () => {
    const { clock, held, places, answer } = take(['a', 'b', 'c']);
    answer('a', 'b');
    places.forEach((place) => place.leave());
    await Promise.resolve();
    clock.advance(TURN_MS);
    expect([held, clock.pending]).toEqual([[], 0]);
  });
});

test('the path to a device is recorded once for each connection, as soon as it is determined', () => {
  const noted: string[] = [];
  const listeners = new Set<(stats: { readonly path?: { readonly kind: string } }) => void>();
  const connected = (connection: object): SessionState => {
    const client: Session = Object.create(null, {
      connection: { value: connection },
      on: {
        value: (_name: string, listener: (stats: object) => void) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
    });
    return { ...live(ready), session: client };
  };
  let state: SessionState = { kind: 'idle' };
  let emit = ignore;
  followLastPath({
    session: {
      snapshot: () => state,
      subscribe: (listener) => {
        emit = listener;
        return ignore;
      },
    },
    note: (path) => noted.push(path),
  });
  const become = (next: SessionState): void => {
    state = next;
    emit();
  };
  const report = (kind?: string): void =>
    listeners.forEach((listener) => listener(kind === undefined ? {} : { path: { kind } }));
  become(connecting(1));
  become(connected({ first: true }));
  report();
  expect([noted, listeners.size]).toEqual([[], 1]);
  report('relayed');
  report('direct');
  expect([noted, listeners.size]).toEqual([['relayed'], 0]);
  const second = { second: true };
  become(connected(second));
  become(connected(second));
  expect(listeners.size).toBe(1);
  report('direct');
  become(connected({ third: true }));
  become({ kind: 'idle' });
  expect([noted, listeners.size]).toEqual([['relayed', 'direct'], 0]);
});

test('the last-seen time is updated when a device connects, while it stays, and when it disconnects', () => {
  const clock = new ManualClock();
  const seen: number[] = [];
  let state: SessionState = { kind: 'idle' };
  let emit = ignore;
  followLastSeen({
    session: {
      snapshot: () => state,
      subscribe: (listener) => {
        emit = listener;
        return ignore;
      },
    },
    note: () => seen.push(clock.monotonic()),
    clock,
  });
  const become = (next: SessionState, afterMs: number): void => {
    clock.advance(afterMs);
    state = next;
    emit();
  };
  become(connecting(1), 1_000);
  become(live(ready), 1_000);
  become(live(ready), 1_000);
  become(live({ kind: 'recovering', failure, attempt: 1, retryAtMs: 1, isTrying: false }), 99_000);
  become({ kind: 'idle' }, 99_000);
  expect(seen).toEqual([2_000, 62_000, 102_000]);
  expect(clock.pending).toBe(0);
});
