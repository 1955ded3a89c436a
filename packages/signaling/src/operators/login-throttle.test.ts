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

test('a site gets thirty attempts from all of its networks and one more every two seconds; other sites and a known network are not affected', async () => {
  let now = 0;
  const throttle = new LoginThrottle(() => now);
  const networks = Array.from({ length: 50 }, (_, count) => `2001:db8:1:${count.toString(16)}`);
  const verdicts: ThrottleVerdict['kind'][] = [];
  for (const network of networks) verdicts.push(await take(throttle, `name of ${network}`, network));
  expect(verdicts.filter((kind) => kind === 'open')).toHaveLength(30);
  expect(await take(throttle, 'ada', '2001:db8:1:ffff')).toBe('throttled');
  expect(
    await throttle.take({ name: 'ada', network: networks[0] ?? '', isFamiliarNetwork: async () => true }),
  ).toEqual(OPEN);
  for (const network of ['2001:db8:2:1', '198.51.100.7'])
    expect(await take(throttle, 'ada', network)).toBe('open');
  now += 2_000;
  expect(await take(throttle, 'ada', '2001:db8:1:ffff')).toBe('open');
});
