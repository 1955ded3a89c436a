/** @module Steps are reported once and in order, and late listeners get the earlier ones. */
import { expect, test } from 'vitest';
import { CONNECT_STEPS, type ConnectStep } from './state.ts';
import { ConnectSteps } from './connect-steps.ts';

function rig(): { steps: ConnectSteps; reported: ConnectStep[] } {
  const reported: ConnectStep[] = [];
  return { steps: new ConnectSteps(), reported };
}

test('a step that is reached brings those below it', () => {
  const { steps, reported } = rig();
  steps.start((step) => reported.push(step));
  steps.reach('requesting-turn');
  steps.reach('opening-channel');
  expect(reported).toEqual(CONNECT_STEPS);
});

test('the steps of a second attempt are not reported again', () => {
  const { steps, reported } = rig();
  steps.start((step) => reported.push(step));
  steps.reach('requesting-turn');
  steps.reach('opening-signaling');
  steps.reach('logging-in');
  expect(reported).toEqual(CONNECT_STEPS.slice(0, 3));
});

test('what was reached before anybody listened is reported then', () => {
  const { steps, reported } = rig();
  steps.reach('logging-in');
  steps.start((step) => reported.push(step));
  expect(reported).toEqual(CONNECT_STEPS.slice(0, 2));
});
