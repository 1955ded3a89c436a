/** @module Login limits per network, in bounded memory. */
import { expect, test } from 'vitest';
import { credentialId, LoginGate } from './login-gate.ts';

test('the first excess login is distinguished from later ones until the network has been quiet for long enough', () => {
  const gate = new LoginGate({ capacity: 2, refillPerSecond: 1 });
  const take = (nowMs: number): string => gate.take('a', 'x', nowMs);
  expect([take(0), take(0), take(0), take(0)]).toEqual(['open', 'open', 'closed', 'still-closed']);
  expect([take(1_000), take(1_000)]).toEqual(['open', 'still-closed']);
  expect(gate.take('b', 'x', 1_000)).toBe('open');
  expect([take(3_000), take(3_000), take(3_000)]).toEqual(['open', 'open', 'closed']);
});

test('the number of remembered networks is bounded, and blocked ones stay', () => {
  const gate = new LoginGate({ capacity: 1, refillPerSecond: 1 });
  const verdicts = new Set<string>();
  gate.take('held', 'x', 0);
  expect(gate.take('held', 'x', 0)).toBe('closed');
  for (let index = 0; index < 40_000; index += 1) {
    gate.take(`network ${index}`, 'x', 0);
    if (index % 10_000 === 0) verdicts.add(gate.take('held', 'x', 0));
  }
  expect(verdicts).toEqual(new Set(['still-closed']));
  expect(gate.take('network 0', 'x', 0)).toBe('open');
});

test("a credential that has logged in has its own reserve when its network's limit is used up", () => {
  const gate = new LoginGate({ capacity: 2, refillPerSecond: 0.001 });
  const take = (credential: string): string => gate.take('a', credential, 0);
  gate.remember('known', 0);
  expect([take('stranger'), take('known'), take('stranger'), take('known')]).toEqual([
    'open',
    'open',
    'closed',
    'open',
  ]);
  const verdicts = Array.from({ length: 30 }, () => take('known'));
  expect(verdicts.filter((verdict) => verdict === 'open')).toHaveLength(19);
  gate.remember('known', 0);
  expect(take('known')).toBe('still-closed');
  expect(gate.take('a', 'known', 1_000)).toBe('open');
});

test('only the newest credentials are remembered, up to a limit', () => {
  const gate = new LoginGate({ capacity: 1, refillPerSecond: 0.001 });
  gate.take('a', 'x', 0);
  for (let index = 0; index < 20_000; index += 1) gate.remember(`known ${index}`, 0);
  expect(gate.take('a', 'known 0', 0)).toBe('closed');
  expect(gate.take('a', 'known 19999', 0)).toBe('open');
});

test("a credential's key reveals nothing of it and separates its parts", () => {
  expect(credentialId('p', 'd', 'secret')).not.toContain('secret');
  expect(credentialId('a', 'bc')).not.toBe(credentialId('ab', 'c'));
});
