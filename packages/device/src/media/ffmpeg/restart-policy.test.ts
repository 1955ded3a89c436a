/** @module When a program that reads a camera starts again. */
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { DEFAULT_CAMERA_TIMING, RestartPolicy } from './restart-policy.ts';

const { steadyMs, retryBaseMs } = DEFAULT_CAMERA_TIMING;
const end = { message: 'The camera has ended its stream.', isTooShort: false };

test.each([
  ['that were short', steadyMs, true, true],
  ['that were long', steadyMs + 1, true, false],
  ['that were long, without a frame', steadyMs + 1, false, true],
])('failures after runs %s are counted in a row', (_, lastedMs, hasFrames, isRepeated) => {
  const clock = new ManualClock();
  const restarts = new RestartPolicy(DEFAULT_CAMERA_TIMING, clock);
  for (let run = 0; run < 3; run += 1) {
    restarts.handleStart();
    clock.advance(lastedMs);
    restarts.handleEnd(end, hasFrames);
    expect(restarts.countFailure()).toBeGreaterThanOrEqual(retryBaseMs / 2);
  }
  expect(restarts.isRepeated).toBe(isRepeated);
});

test('after an end because of too short an analysis, all later runs analyze more', () => {
  const restarts = new RestartPolicy(DEFAULT_CAMERA_TIMING, new ManualClock());
  expect(restarts.care).toBe('quick');
  restarts.handleEnd({ ...end, isTooShort: true }, false);
  restarts.handleEnd(end, true);
  expect(restarts.care).toBe('careful');
});
