/** @module The estimate that senders of video follow. */
import { expect, test } from 'vitest';
import type { Estimate } from './bandwidth-estimate.ts';
import { createEstimate } from './bandwidth-estimate.fixture.ts';

test('reports each change once, and an equal estimate not at all', () => {
  const estimate = createEstimate(1_000);
  const seen: Estimate[] = [];
  const stop = estimate.on('change', (current) => seen.push(current));
  const next: Estimate = { bitsPerSecond: 800, videoBitsPerSecond: 700, reason: 'delay' };
  estimate.update(next);
  estimate.update({ ...next });
  expect(seen).toEqual([next]);
  stop();
  estimate.update({ ...next, reason: 'loss' });
  expect(seen).toEqual([next]);
  expect(estimate.current.reason).toBe('loss');
});

test('adds up what the senders want, and forgets a sender that withdraws', () => {
  const estimate = createEstimate();
  const [first, second] = [{}, {}];
  estimate.want(first, 4_000);
  estimate.want(second, 500);
  estimate.want(first, 3_000);
  expect(estimate.wantedBitsPerSecond).toBe(3_500);
  estimate.want(first, undefined);
  expect(estimate.wantedBitsPerSecond).toBe(500);
});
