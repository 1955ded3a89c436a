/** @module A name is asked for once a while, however many packets go there. */
import { expect, test } from 'vitest';
import { HostAddress } from './host-address.ts';

function setUp(host: string) {
  const clock = { nowMs: 0 };
  const asked: PromiseWithResolvers<string>[] = [];
  const failures: string[] = [];
  const address = new HostAddress({
    host,
    handleFailure: (reason) => failures.push(reason),
    resolve: () => {
      const answer = Promise.withResolvers<string>();
      asked.push(answer);
      return answer.promise;
    },
    nowMs: () => clock.nowMs,
  });
  /** Sends a packet each 20 ms up to a time; what addresses they went to. */
  const sendUntil = (endMs: number): readonly (string | undefined)[] => {
    const used = new Set<string | undefined>();
    for (; clock.nowMs < endMs; clock.nowMs += 20) used.add(address.current());
    return [...used];
  };
  return { asked, failures, sendUntil };
}

/** Resolves when what was answered has arrived. */
const arrived = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each(['192.0.2.1', '2001:db8::1'])('an address is not asked for: %s', (host) => {
  const { asked, sendUntil } = setUp(host);
  expect([sendUntil(600_000), asked.length]).toEqual([[host], 0]);
});

test('a name is asked for once, and again a minute later; the old address counts until then', async () => {
  const { asked, sendUntil } = setUp('intercom.example');
  expect([sendUntil(1_000), asked.length]).toEqual([[undefined], 1]);
  asked[0]?.resolve('192.0.2.1');
  await arrived();
  expect([sendUntil(61_000), asked.length]).toEqual([['192.0.2.1'], 1]);
  expect([sendUntil(62_000), asked.length]).toEqual([['192.0.2.1'], 2]);
  asked[1]?.resolve('192.0.2.2');
  await arrived();
  expect([sendUntil(63_000), asked.length]).toEqual([['192.0.2.2'], 2]);
});

test('a name that is not found is asked for again after seconds, and what was known stays', async () => {
  const { asked, failures, sendUntil } = setUp('intercom.example');
  sendUntil(1_000);
  asked[0]?.reject(new Error('ENOTFOUND'));
  await arrived();
  expect([sendUntil(6_000), asked.length, failures]).toEqual([[undefined], 1, ['ENOTFOUND']]);
  sendUntil(6_020);
  asked[1]?.resolve('192.0.2.1');
  await arrived();
  sendUntil(66_040);
  asked[2]?.reject(new Error('EAI_AGAIN'));
  await arrived();
  expect([sendUntil(70_000), asked.length]).toEqual([['192.0.2.1'], 3]);
});
