/** @module A host name is resolved from time to time, however many packets are sent to it. */
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
  /** Sends a packet every 20 ms up to a time; returns the addresses used. */
  const sendUntil = (endMs: number): readonly (string | undefined)[] => {
    const used = new Set<string | undefined>();
    for (; clock.nowMs < endMs; clock.nowMs += 20) used.add(address.current());
    return [...used];
  };
  return { asked, failures, sendUntil };
}

/** Resolves when pending lookups have completed. */
const arrived = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each(['192.0.2.1', '2001:db8::1'])('does not look up the IP address %s', (host) => {
  const { asked, sendUntil } = setUp(host);
  expect([sendUntil(600_000), asked.length]).toEqual([[host], 0]);
});

test('looks up a name once, and again after a minute, using the old address until then', async () => {
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

test('retries a failed lookup after seconds and keeps the previous address', async () => {
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
