/** @module Registry reads for device labels: few, and shared by concurrent callers. */
import { deviceLabel, parseFingerprint } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { DeviceLabels } from './device-labels.ts';

const LABEL = deviceLabel('pr-1', 'de-1');
const ENABLED = {
  productId: 'pr-1',
  deviceId: 'de-1',
  fingerprint: parseFingerprint('00'.repeat(32)),
  name: undefined,
  isEnabled: true,
  createdAt: 0,
  seenAt: undefined,
};

/** A registry with one device that responds when the test lets it. */
class Lists {
  looks = 0;
  readonly clock = new ManualClock();
  answer: PromiseWithResolvers<void> = Promise.withResolvers();
  readonly labels: DeviceLabels;

  constructor() {
    const products = {
      list: async () => {
        this.looks += 1;
        await this.answer.promise;
        return [{ productId: 'pr-1', createdAt: 0, issuers: [] }];
      },
    };
    this.labels = new DeviceLabels({ products, devices: { list: async () => [ENABLED] } }, this.clock);
  }
}

test('a request during a registry read waits for its end', async () => {
  const lists = new Lists();
  const asked = Promise.all(['unknown', LABEL].map(async (label) => await lists.labels.has(label)));
  lists.clock.advance(60_000);
  const later = lists.labels.has(LABEL);
  lists.answer.resolve();
  expect([await asked, await later, lists.looks]).toEqual([[false, true], true, 1]);
});

test('after a failed read no device counts as unknown until the next read', async () => {
  const lists = new Lists();
  lists.answer.reject(new Error('away'));
  await expect(lists.labels.has(LABEL)).rejects.toThrow('away');
  lists.answer = Promise.withResolvers();
  lists.answer.resolve();
  lists.clock.advance(4_999);
  await expect(lists.labels.has(LABEL)).rejects.toThrow('away');
  lists.clock.advance(1);
  expect([await lists.labels.has(LABEL), lists.looks]).toEqual([true, 2]);
});

test('unknown labels cause one registry read every five seconds', async () => {
  const lists = new Lists();
  lists.answer.resolve();
  for (const [passedMs, looks] of [
    [0, 1],
    [4_999, 1],
    [1, 2],
  ] as const) {
    lists.clock.advance(passedMs);
    expect([await lists.labels.has('unknown'), lists.looks]).toEqual([false, looks]);
  }
});

test('a clock that is set back by a day does not put off the next registry read', async () => {
  const lists = new Lists();
  lists.answer.resolve();
  await lists.labels.has('unknown');
  lists.clock.moveWall(-86_400_000);
  lists.clock.advance(5_000);
  await lists.labels.has('unknown');
  expect(lists.looks).toBe(2);
});
