/** @module Logins are counted by network, in bounded memory. */
import { expect, test } from 'vitest';
import { LoginGate } from './login-gate.ts';

test('the first that is too many is told apart, until the network has been quiet for long enough', () => {
  const gate = new LoginGate({ capacity: 2, refillPerSecond: 1 });
  const take = (nowMs: number): string => gate.take('a', nowMs);
  expect([take(0), take(0), take(0), take(0)]).toEqual(['open', 'open', 'closed', 'still-closed']);
  expect([take(1_000), take(1_000)]).toEqual(['open', 'still-closed']);
  expect(gate.take('b', 1_000)).toBe('open');
  expect([take(3_000), take(3_000), take(3_000)]).toEqual(['open', 'open', 'closed']);
});

test('whatever networks come, no more than so many are remembered; those that are being held back stay', () => {
  const gate = new LoginGate({ capacity: 1, refillPerSecond: 1 });
  const verdicts = new Set<string>();
  gate.take('held', 0);
  expect(gate.take('held', 0)).toBe('closed');
  for (let index = 0; index < 40_000; index += 1) {
    gate.take(`network ${index}`, 0);
    if (index % 10_000 === 0) verdicts.add(gate.take('held', 0));
  }
  expect(verdicts).toEqual(new Set(['still-closed']));
  expect(gate.take('network 0', 0)).toBe('open');
});
