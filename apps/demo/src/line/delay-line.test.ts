import { ManualClock } from '@longwire/testing/clock';
import { describe, expect, test } from 'vitest';
import { DelayLine, type DelayLineOptions } from './delay-line.ts';
import { RateQueue } from './delay-rate.ts';

interface Arrival {
  readonly item: number;
  readonly atMs: number;
}

/** A line of numbers, and when each of them came out. */
class Rig {
  readonly clock = new ManualClock();
  readonly arrivals: Arrival[] = [];
  readonly line: DelayLine<number>;

  constructor(options: Omit<DelayLineOptions<number>, 'deliver' | 'clock'>) {
    this.line = new DelayLine({
      ...options,
      clock: this.clock,
      deliver: (item) => this.arrivals.push({ item, atMs: this.clock.monotonic() }),
    });
  }

  push(item: number): void {
    this.line.push(item);
  }

  /** Sends `count` numbers, one every `everyMs`, and waits for the last. */
  run(count: number, everyMs: number, delayMs: number): Arrival[] {
    for (let item = 0; item < count; item += 1) {
      this.push(item);
      this.clock.advance(everyMs);
    }
    this.clock.advance(delayMs);
    return this.arrivals;
  }
}

describe('a delay line', () => {
  test.each([
    { delayMs: 0, everyMs: 3 },
    { delayMs: 25, everyMs: 3 },
    { delayMs: 75, everyMs: 0.25 },
  ])('everything comes out $delayMs ms later, in order, one each $everyMs ms', ({ delayMs, everyMs }) => {
    const arrivals = new Rig({ delayMs }).run(200, everyMs, delayMs);
    expect(arrivals).toEqual(
      Array.from({ length: 200 }, (_, item) => ({ item, atMs: item * everyMs + delayMs })),
    );
  });

  test('numbers sent together arrive together, in order', () => {
    const arrivals = new Rig({ delayMs: 25 }).run(100, 0, 25);
    expect(arrivals.map(({ item }) => item)).toEqual(Array.from({ length: 100 }, (_, item) => item));
    expect(new Set(arrivals.map(({ atMs }) => atMs))).toEqual(new Set([25]));
  });

  test('a timer that fires slightly early delivers nothing early', () => {
    const clock = new ManualClock();
    const early = {
      monotonic: () => clock.monotonic(),
      schedule: (delayMs: number, task: () => void): void => void clock.schedule(delayMs * 0.9, task),
    };
    const arrivedAtMs: number[] = [];
    const line = new DelayLine<string>({
      delayMs: 10,
      clock: early,
      deliver: () => arrivedAtMs.push(clock.monotonic()),
    });
    line.push('one');
    clock.advance(9.99);
    expect(arrivedAtMs).toEqual([]);
    clock.advance(1);
    expect(arrivedAtMs).toHaveLength(1);
  });

  test('an empty line leaves no timer behind', () => {
    const rig = new Rig({ delayMs: 25 });
    rig.run(3, 1, 25);
    expect(rig.clock.pending).toBe(0);
  });
});

/** Of 2,000 numbers, those that arrive over a line which loses 30 %. */
const kept = (seed: number, everyMs = 1): number[] =>
  new Rig({ delayMs: 5, lossShare: 0.3, seed }).run(2000, everyMs, 5).map(({ item }) => item);

describe('a lossy delay line', () => {
  test('the same seed loses the same numbers, whenever they are sent', () => {
    expect(kept(7)).toEqual(kept(7));
    expect(kept(7, 0)).toEqual(kept(7, 3));
    expect(kept(8)).not.toEqual(kept(7));
  });

  test('the remaining numbers keep their order, and their share matches lossShare', () => {
    const left = kept(7);
    expect(left).toEqual(left.toSorted((a, b) => a - b));
    expect(left.length / 2000).toBeCloseTo(0.7, 1);
  });

  test('a loss share of 1 loses everything, one of 0 nothing', () => {
    expect(new Rig({ delayMs: 5, lossShare: 1 }).run(100, 1, 5)).toEqual([]);
    expect(new Rig({ delayMs: 5, lossShare: 0 }).run(100, 1, 5)).toHaveLength(100);
  });
});

test('jitter delays each number by up to as much, keeps the order, and does not change what is lost', () => {
  const options = { delayMs: 5, jitterMs: 20, lossShare: 0.3, seed: 7 };
  const uneven = new Rig(options).run(2000, 10, 25);
  expect(uneven.map(({ item }) => item)).toEqual(kept(7));
  const lateMs = uneven.map(({ item, atMs }) => atMs - item * 10 - 5);
  expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...lateMs)).toBeLessThanOrEqual(20);
  expect(Math.max(...lateMs) - Math.min(...lateMs)).toBeGreaterThan(15);
  expect(new Rig(options).run(2000, 10, 25)).toEqual(uneven);
});

test('a retransmitted number delays those behind it', () => {
  const all = new Rig({ delayMs: 5, lossShare: 0.3, seed: 7, againAfterMs: 50 }).run(2000, 1, 55);
  expect(all.map(({ item }) => item)).toEqual(Array.from({ length: 2000 }, (_, item) => item));
  const lost = kept(7).findIndex((item, index) => item !== index);
  expect(all[lost]?.atMs).toBe(lost + 55);
  expect(all[lost + 1]?.atMs).toBeGreaterThanOrEqual(lost + 55);
});

test('a line that becomes shorter lets nothing overtake', () => {
  const clock = new ManualClock();
  const arrived: [string, number][] = [];
  const line = new DelayLine<string>({
    delayMs: 50,
    clock,
    deliver: (item) => arrived.push([item, clock.monotonic()]),
  });
  line.push('before');
  for (const delayMs of [10, 0]) {
    line.set({ delayMs });
    line.push(`at ${delayMs}`);
  }
  clock.advance(50);
  line.push('after');
  expect(arrived).toEqual([
    ['before', 50],
    ['at 10', 50],
    ['at 0', 50],
    ['after', 50],
  ]);
});

test.each([
  { delayMs: -1 },
  { delayMs: Number.NaN },
  { delayMs: 1, jitterMs: -1 },
  { delayMs: 1, lossShare: 1.1 },
])('refuses %j', (options) => {
  expect(() => new Rig(options)).toThrow(RangeError);
});

/** 1,250 bytes: 10 ms at 1 Mbit/s. */
const narrow = { bitsPerSecond: 1_000_000, bytesOf: () => 1250 };

describe('a narrow delay line', () => {
  test('input waits for its turn first, and then takes the delay', () => {
    const arrivals = new Rig({ delayMs: 25, ...narrow }).run(3, 0, 55);
    expect(arrivals).toEqual([
      { item: 0, atMs: 35 },
      { item: 1, atMs: 45 },
      { item: 2, atMs: 55 },
    ]);
  });

  test('lost input takes no time of the line', () => {
    const lossy = new Rig({ delayMs: 0, lossShare: 0.5, seed: 7, ...narrow }).run(100, 0, 2000);
    expect(lossy.length).toBeLessThan(100);
    expect(lossy.at(-1)?.atMs).toBe(lossy.length * 10);
  });

  test('lines that share a queue share its rate', () => {
    const clock = new ManualClock();
    const queue = new RateQueue(clock);
    const arrived: [string, number][] = [];
    const lines = ['one', 'other'].map(
      (name) =>
        new DelayLine<string>({
          ...narrow,
          delayMs: 5,
          queue,
          clock,
          deliver: (item) => arrived.push([`${item} of ${name}`, clock.monotonic()]),
        }),
    );
    for (const item of ['first', 'second']) for (const line of lines) line.push(item);
    clock.advance(100);
    expect(arrived).toEqual([
      ['first of one', 15],
      ['first of other', 25],
      ['second of one', 35],
      ['second of other', 45],
    ]);
  });
});

/** Pushes one number before, one during and one after a cut of 100 ms. */
function throughCut(againAfterMs?: number): Arrival[] {
  const rig = new Rig({ delayMs: 25, ...(againAfterMs === undefined ? {} : { againAfterMs }) });
  rig.push(0);
  rig.line.set({ delayMs: 25, isCut: true });
  rig.push(1);
  rig.clock.advance(100);
  rig.line.set({ delayMs: 25 });
  rig.push(2);
  rig.clock.advance(100);
  return rig.arrivals;
}

describe('a cut', () => {
  test('what is sent during a cut is lost, and what was under way arrives', () => {
    expect(throughCut()).toEqual([
      { item: 0, atMs: 25 },
      { item: 2, atMs: 125 },
    ]);
  });

  test('what is sent again arrives when the cut is over', () => {
    expect(throughCut(50).map(({ item }) => item)).toEqual([0, 1, 2]);
  });
});
