/** @module The pauses between attempts to get a certificate. */
import { expect, test } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import { keepRenewed } from './keep-renewed.ts';

const MINUTE_MS = 60_000;

const silent = (): void => undefined;

test('attempts that fail two challenges each stay within the failures that Let’s Encrypt allows', async () => {
  const clock = new ManualClock();
  const attemptsMs: number[] = [];
  using _renewal = keepRenewed({
    certificate: {
      dueMs: 0,
      validTo: '',
      renew: async () => {
        attemptsMs.push(clock.monotonic());
        throw new Error('challenge failed');
      },
    },
    domain: 'cam.example.org',
    clock,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    reload: async () => undefined,
  });
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(MINUTE_MS);
  }
  let allowed = 5;
  let lastMs = 0;
  for (const atMs of attemptsMs) {
    allowed = Math.min(5, allowed + (atMs - lastMs) / (12 * MINUTE_MS)) - 2;
    lastMs = atMs;
    expect(allowed).toBeGreaterThanOrEqual(0);
  }
  expect(attemptsMs.length).toBeGreaterThan(5);
  // A name or a port that was set up just now often works a minute later.
  expect(attemptsMs[1]).toBe(MINUTE_MS);
});
