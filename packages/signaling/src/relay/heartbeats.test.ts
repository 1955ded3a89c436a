/** @module Each socket has its turn once per interval. */
import { expect, test } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import { Heartbeats } from './heartbeats.ts';

const INTERVAL_MS = 20_000;

test('a new socket has its first turn after a full interval, and one in each later interval', () => {
  const clock = new ManualClock();
  const beats: string[] = [];
  const turns = new Map<string, number>();
  const beat = (turn: number): void => {
    for (const [name, own] of turns) if (own === turn) beats.push(`${name} ${clock.wall() - startedMs}`);
  };
  const startedMs = clock.wall();
  using heartbeats = new Heartbeats({ clock, intervalMs: INTERVAL_MS, beat });
  turns.set('early', heartbeats.turn);
  clock.advance(7_000);
  turns.set('late', heartbeats.turn);
  clock.advance(40_000);
  expect(beats).toEqual(['early 20000', 'late 27000', 'early 40000', 'late 47000']);
});

test('disposed heartbeats stop', () => {
  const clock = new ManualClock();
  let beats = 0;
  const heartbeats = new Heartbeats({ clock, intervalMs: INTERVAL_MS, beat: () => (beats += 1) });
  heartbeats[Symbol.dispose]();
  clock.advance(INTERVAL_MS);
  expect(beats).toBe(0);
});
