/** @module What cards say of devices, how many are asked at once, and when each was seen. */

import { ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../session/failure.ts';
import type { SessionState } from '../session/session-state.ts';
import type { Session } from '../wire.ts';
import { FewHolds } from './few-holds.ts';
import { followLastSeen } from './last-seen.ts';
import { nextPresence, type Presence } from './presence.ts';

const ignore = (): void => undefined;
/** Nobody calls it. */
const session: Session = Object.create(null);
const failure: Failure = { kind: 'offline', detail: '' };
const live = (link: Extract<SessionState, { kind: 'live' }>['link']): SessionState => ({
  kind: 'live',
  session,
  verification: 'bound',
  me: undefined,
  link,
});
const connecting = (attempt: number): SessionState => ({ kind: 'connecting', startedAtMs: 0, attempt });
const failed: SessionState = { kind: 'failed', failure, attempt: 1, retryAtMs: 5, isTrying: false };
const unasked: Presence = { kind: 'unasked' };
const away: Presence = { kind: 'away', failure: 'offline', isRetried: true };

test.each([
  ['nobody asked', unasked, { kind: 'idle' }, unasked],
  ['asked for the first time', unasked, connecting(1), { kind: 'looking' }],
  ['there', unasked, live({ kind: 'ready' }), { kind: 'reachable' }],
  ['not there', unasked, failed, away],
  ['not there for good', unasked, { ...failed, retryAtMs: undefined }, { ...away, isRetried: false }],
  ['asked again', away, connecting(2), away],
  ['asked by a person', away, connecting(1), { kind: 'looking' }],
  [
    'lost',
    { kind: 'reachable' },
    live({ kind: 'recovering', failure, attempt: 1, retryAtMs: 1, isTrying: false }),
    away,
  ],
  [
    'another device',
    unasked,
    { kind: 'stopped', reason: { kind: 'mismatch', expected: '' } },
    { kind: 'impostor' },
  ],
] as const)('%s', (_title, before, state, after) => {
  expect(nextPresence(before, state)).toEqual(after);
});

function setUp() {
  const clock = new ManualClock();
  const held: string[] = [];
  const ever: string[] = [];
  const holds = new FewHolds({
    most: 2,
    settle: (task) => clock.schedule(300, task),
    hold: (key) => {
      held.push(key);
      ever.push(key);
      return () => held.splice(held.indexOf(key), 1);
    },
  });
  return { clock, held, ever, holds };
}

describe('a few at once', () => {
  test('the first in view are held, and the next when one of them goes', async () => {
    const { clock, held, holds } = setUp();
    const leave = ['a', 'b', 'c'].map((key) => holds.want(key));
    expect(held).toEqual([]);
    clock.advance(300);
    expect(held).toEqual(['a', 'b']);
    leave[0]?.();
    await Promise.resolve();
    expect(held).toEqual(['b', 'c']);
    leave.slice(1).forEach((go) => go());
    expect(held).toEqual([]);
  });

  test('a screen that is left connects to nothing more', async () => {
    const { clock, held, ever, holds } = setUp();
    const leave = ['a', 'b', 'c'].map((key) => holds.want(key));
    clock.advance(300);
    leave.forEach((go) => go());
    await Promise.resolve();
    expect([held, ever]).toEqual([[], ['a', 'b']]);
  });

  test('what is scrolled past is never held', () => {
    const { clock, held, holds } = setUp();
    holds.want('a')();
    clock.advance(300);
    expect([held, clock.pending]).toEqual([[], 0]);
  });
});

test('a device is seen when it comes, while it stays, and when it goes', () => {
  const clock = new ManualClock();
  const seen: number[] = [];
  let state: SessionState = { kind: 'idle' };
  let tell = ignore;
  followLastSeen({
    session: {
      snapshot: () => state,
      subscribe: (listener) => {
        tell = listener;
        return ignore;
      },
    },
    note: () => seen.push(clock.now()),
    schedule: (delayMs, task) => clock.schedule(delayMs, task),
  });
  const become = (next: SessionState, afterMs: number): void => {
    clock.advance(afterMs);
    state = next;
    tell();
  };
  become(connecting(1), 1_000);
  become(live({ kind: 'ready' }), 1_000);
  become(live({ kind: 'ready' }), 1_000);
  become(live({ kind: 'recovering', failure, attempt: 1, retryAtMs: 1, isTrying: false }), 99_000);
  become({ kind: 'idle' }, 99_000);
  expect(seen).toEqual([2_000, 62_000, 102_000]);
  expect(clock.pending).toBe(0);
});
