/** @module Password attempts by network and name. */
import { expect, test } from 'vitest';
import { LoginThrottle, type ThrottleVerdict } from './login-throttle.ts';

const OPEN = { kind: 'open' };
const stranger = async (): Promise<boolean> => false;

async function take(
  throttle: LoginThrottle,
  name: string,
  network: string,
): Promise<ThrottleVerdict['kind']> {
  return (await throttle.take({ name, network, isFamiliarNetwork: stranger })).kind;
}

test('a network gets ten attempts at once and one more every ten seconds', async () => {
  let now = 0;
  const throttle = new LoginThrottle(() => now);
  for (let count = 0; count < 10; count += 1) expect(await take(throttle, `n${count}`, 'a')).toBe('open');
  const verdicts = [1, 2].map(() => throttle.take({ name: 'x', network: 'a', isFamiliarNetwork: stranger }));
  expect(await Promise.all(verdicts)).toEqual([
    { kind: 'throttled', retryAfterSeconds: 10, isFirst: true },
    { kind: 'throttled', retryAfterSeconds: 10, isFirst: false },
  ]);
  now += 9_999;
  expect(await take(throttle, 'x', 'a')).toBe('throttled');
  now += 1;
  expect(await take(throttle, 'x', 'a')).toBe('open');
});

test('a name gets ten attempts from all networks and one more every thirty seconds; a known network is not checked until then', async () => {
  let now = 0;
  const throttle = new LoginThrottle(() => now);
  for (let count = 0; count < 10; count += 1) expect(await take(throttle, 'ada', `n${count}`)).toBe('open');
  expect(await take(throttle, 'ada', 'elsewhere')).toBe('throttled');
  const known = { name: 'ada', network: 'home', isFamiliarNetwork: async () => true };
  expect(await throttle.take(known)).toEqual(OPEN);
  expect(await take(throttle, 'bob', 'elsewhere')).toBe('open');
  now += 30_000;
  expect(await take(throttle, 'ada', 'elsewhere')).toBe('open');
});

test('even a known network has only its own attempts', async () => {
  const throttle = new LoginThrottle(() => 0);
  const known = { name: 'ada', network: 'home', isFamiliarNetwork: async () => true };
  for (let count = 0; count < 10; count += 1) expect(await throttle.take(known)).toEqual(OPEN);
  expect(await throttle.take(known)).toMatchObject({ kind: 'throttled' });
});
