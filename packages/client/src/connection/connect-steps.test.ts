/** @module Steps are told once, in order, and late to whoever listens late. */
import { expect, test } from 'vitest';
import { CONNECT_STEPS, type ConnectStep } from './state.ts';
import { ConnectSteps } from './connect-steps.ts';

function rig(): { ladder: ConnectSteps; told: ConnectStep[] } {
  const told: ConnectStep[] = [];
  return { ladder: new ConnectSteps(), told };
}

test('a step that is reached brings those below it', () => {
  const { ladder, told } = rig();
  ladder.start((step) => told.push(step));
  ladder.reach('requesting-turn');
  ladder.reach('opening-channel');
  expect(told).toEqual(CONNECT_STEPS);
});

test('a second attempt that begins anew is not told', () => {
  const { ladder, told } = rig();
  ladder.start((step) => told.push(step));
  ladder.reach('requesting-turn');
  ladder.reach('opening-signaling');
  ladder.reach('logging-in');
  expect(told).toEqual(CONNECT_STEPS.slice(0, 3));
});

test('what was reached before anybody listened is told then', () => {
  const { ladder, told } = rig();
  ladder.reach('logging-in');
  ladder.start((step) => told.push(step));
  expect(told).toEqual(CONNECT_STEPS.slice(0, 2));
});
