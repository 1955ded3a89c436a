// @vitest-environment happy-dom
/** @module The device is asked who the user is when access ends, and again while it has ended. */
import { ManualClock } from '@longwire/testing/clock';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Me } from '../../session/me.ts';
import { useAccessEnd } from './use-access-end.ts';

afterEach(cleanup);

const HOUR_MS = 60 * 60_000;
const refreshUser = vi.fn<() => Promise<void>>(async () => undefined);
const session = { refreshUser };

function Rig({ me, clock }: { readonly me: Me | undefined; readonly clock: ManualClock }) {
  useAccessEnd(session, me, clock);
  return null;
}

const userWith = (leftMs: number): Me => ({
  username: 'gina',
  role: 'Guest',
  accessEnd: { atMs: 1_800_000_000_000, leftMs },
});

function setUp(me: Me | undefined) {
  refreshUser.mockClear();
  const clock = new ManualClock();
  const view = render(<Rig me={me} clock={clock} />);
  const pass = async (ms: number): Promise<number> => {
    await act(async () => clock.advance(ms));
    return refreshUser.mock.calls.length;
  };
  return { clock, view, pass };
}

test.each([
  ['no user', undefined],
  ['no end', { username: 'gina', role: 'Guest' }],
])('%s: nothing is asked', (_, me) => {
  expect(setUp(me).clock.pending).toBe(0);
});

test('asks when the access ends, and every five seconds from then on', async () => {
  const { pass } = setUp(userWith(60_000));
  expect([await pass(59_999), await pass(1), await pass(4_999), await pass(1)]).toEqual([0, 1, 1, 2]);
});

test('asks once an hour of longer access, which is more than a timer holds', async () => {
  const { pass } = setUp(userWith(400 * 24 * HOUR_MS));
  expect([await pass(HOUR_MS - 1), await pass(1), await pass(HOUR_MS)]).toEqual([0, 1, 2]);
});

test('stops when the user has no end any more, and when the screen closes', async () => {
  const { clock, view, pass } = setUp(userWith(0));
  expect(await pass(5_000)).toBe(1);
  view.rerender(<Rig me={{ username: 'gina', role: 'Guest' }} clock={clock} />);
  expect(clock.pending).toBe(0);
  view.rerender(<Rig me={userWith(0)} clock={clock} />);
  view.unmount();
  expect([await pass(HOUR_MS), clock.pending]).toEqual([1, 0]);
});
