/** @module One pace for all streams of a connection: sound first, repeated packets next, and probes with padding. */
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { ConnectionPacer, type PacedKind, type PacedQueue } from './connection-pacer.ts';

function setUp(pace: number) {
  const clock = new ManualClock(0);
  const sent: { readonly name: string; readonly atMs: number; readonly probeId: number }[] = [];
  const pacer = new ConnectionPacer({ clock, pace: () => pace });
  const record = (name: string): boolean =>
    sent.push({ name, atMs: clock.monotonic(), probeId: pacer.probeId }) > 0;
  const open = (kind: PacedKind, pad?: () => number): PacedQueue =>
    pacer.open({
      kind,
      onStuck: () => sent.push({ name: 'stuck', atMs: 0, probeId: 0 }),
      ...(pad && { pad }),
    });
  const push = (queue: PacedQueue, name: string, count: number): void =>
    queue.push(
      Array.from({ length: count }, () => ({
        bytes: 1_200,
        endsFrame: true,
        isKeyframe: false,
        send: () => record(name),
      })),
    );
  const names = (): string => sent.map(({ name }) => name).join('');
  return { clock, sent, pacer, record, open, push, names };
}

/** The first burst is larger than later ones, so tests use it up: 36 KiB are 31 packets. */
const FIRST = 31;

test('sound is sent at once, and repeated packets before pictures that wait', () => {
  const { clock, open, push, names, sent } = setUp(1_000_000);
  const [picture, repeat, sound] = [open('picture'), open('repeat'), open('sound')];
  push(picture, 'p', FIRST + 5);
  push(repeat, 'r', 2);
  push(sound, 's', 3);
  expect(names()).toBe(`${'p'.repeat(FIRST)}sss`);
  clock.advance(1_000);
  expect(names()).toBe(`${'p'.repeat(FIRST)}sssrrppppp`);
  // 1 Mbit/s are 9.6 ms for each packet, sound included.
  expect(sent.at(-1)?.atMs).toBeGreaterThan(80);
});

test('two streams of pictures take turns', () => {
  const { clock, open, push, names } = setUp(1_000_000);
  const [first, second] = [open('picture'), open('picture')];
  push(first, '.', FIRST);
  push(first, 'a', 3);
  push(second, 'b', 3);
  clock.advance(1_000);
  expect(names().slice(FIRST)).toMatch(/^(?:ab){3}$|^(?:ba){3}$/u);
});

test('keeps the pace, and leaves no timer behind', () => {
  const { clock, open, push, sent } = setUp(2_000_000);
  const picture = open('picture');
  push(picture, 'p', FIRST + 200);
  clock.advance(500);
  // Half a second at 2 Mbit/s are 104 packets.
  expect(sent.length - FIRST).toBeGreaterThan(95);
  expect(sent.length - FIRST).toBeLessThan(108);
  picture.close();
  expect(clock.pending).toBe(0);
});

test('a probe is sent at its rate, with padding behind what waits', () => {
  const { clock, open, push, pacer, record, sent } = setUp(1_000_000);
  const picture = open('picture', () => (record('+') ? 300 : 0));
  push(picture, 'p', FIRST);
  clock.advance(100);
  push(picture, 'p', 4);
  const startMs = clock.monotonic();
  pacer.probe({ id: 7, bitsPerSecond: 4_000_000, bytes: 12_500, isPadded: true });
  clock.advance(100);
  const probe = sent.filter(({ probeId }) => probeId === 7);
  const bytes = probe.reduce((sum, { name }) => sum + (name === '+' ? 300 : 1_200), 0);
  expect(bytes).toBeGreaterThanOrEqual(12_500);
  expect(bytes).toBeLessThan(14_000);
  expect(probe.some(({ name }) => name === '+')).toBe(true);
  const durationMs = (probe.at(-1)?.atMs ?? 0) - startMs;
  expect(durationMs).toBeGreaterThanOrEqual(15);
  expect(durationMs).toBeLessThanOrEqual(30);
  expect(clock.pending).toBe(0);
});

test('repeated packets are no part of a probe', () => {
  const { clock, open, push, pacer, record, sent } = setUp(1_000_000);
  const [picture, repeat] = [open('picture', () => (record('+') ? 300 : 0)), open('repeat')];
  push(picture, 'p', FIRST);
  clock.advance(100);
  pacer.probe({ id: 7, bitsPerSecond: 4_000_000, bytes: 12_500, isPadded: true });
  push(repeat, 'r', 5);
  clock.advance(100);
  expect(sent.filter(({ name }) => name === 'r')).toHaveLength(5);
  const padding = sent.filter(({ name, probeId }) => name === '+' && probeId === 7);
  expect(padding.length * 300).toBeGreaterThanOrEqual(12_500);
});

test('a probe ends at once if no stream can pad', () => {
  const { clock, open, pacer } = setUp(1_000_000);
  open('sound');
  pacer.probe({ id: 1, bitsPerSecond: 4_000_000, bytes: 12_500, isPadded: true });
  expect([pacer.probeId, clock.pending]).toEqual([0, 0]);
});
