/** @module One timer serves all waits, and each ends at its own time. */
import { ManualClock } from '@longwire/testing';
import { describe, expect, test } from 'vitest';
import { RequestLimits } from './request-limits.ts';

function rig(): { clock: ManualClock; deadlines: RequestLimits; over: string[] } {
  const clock = new ManualClock();
  return { clock, deadlines: new RequestLimits({ clock, requestTimeoutMs: 10_000 }), over: [] };
}

describe('deadlines', () => {
  test('fire at their own times, whatever the order they were added in', () => {
    const { clock, deadlines, over } = rig();
    for (const ms of [300, 100, 200])
      deadlines.schedule(ms, () => over.push(`${ms} at ${clock.monotonic()}`));
    expect(clock.pending).toBe(1);
    clock.advance(1000);
    expect([over, clock.pending]).toEqual([['100 at 100', '200 at 200', '300 at 300'], 0]);
  });

  test('added while the timer runs get their full time', () => {
    const { clock, deadlines, over } = rig();
    deadlines.schedule(100, () => over.push('first'))();
    clock.advance(60);
    deadlines.schedule(100, () => over.push(`second at ${clock.monotonic()}`));
    clock.advance(99);
    expect(over).toEqual([]);
    clock.advance(1);
    expect(over).toEqual(['second at 160']);
  });

  test('a cancelled wait is not called', () => {
    const { clock, deadlines, over } = rig();
    const stopLater = deadlines.schedule(100, () => over.push('later'));
    deadlines.schedule(50, () => stopLater());
    clock.advance(1000);
    expect([over, clock.pending]).toEqual([[], 0]);
  });

  test('due at the same time may cancel each other', () => {
    const { clock, deadlines, over } = rig();
    deadlines.schedule(100, () => stopSecond());
    const stopSecond = deadlines.schedule(100, () => over.push('second'));
    clock.advance(1000);
    expect(over).toEqual([]);
  });

  test('are all cancelled by close()', () => {
    const { clock, deadlines, over } = rig();
    deadlines.schedule(100, () => over.push('over'));
    deadlines.close();
    expect(clock.pending).toBe(0);
    clock.advance(1000);
    expect(over).toEqual([]);
  });

  test("a request has its own time, else the channel's", () => {
    const { deadlines } = rig();
    const { signal } = new AbortController();
    expect(deadlines.of({}).time?.limitMs).toBe(10_000);
    expect(deadlines.of({ timeoutMs: 50, signal })).toEqual({
      signal,
      time: { clock: deadlines, limitMs: 50 },
    });
  });
});
