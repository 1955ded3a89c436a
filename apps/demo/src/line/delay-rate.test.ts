import { ManualClock } from '@longwire/testing/clock';
import { array, assert, integer, nat, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DelayClock } from './delay-clock.ts';
import { RateQueue, type RateLimit } from './delay-rate.ts';

/** One packet of 1,250 bytes takes 10 ms. */
const MEGABIT = 1_000_000;
const PACKET_BYTES = 1250;

/** A queue of numbered packets, and when each of them was sent. */
class Rig {
  readonly clock = new ManualClock();
  readonly sent: [packet: number, atMs: number][] = [];
  readonly queue: RateQueue;
  #pushed = 0;

  constructor(limit: RateLimit, clock?: DelayClock) {
    this.queue = new RateQueue(clock ?? this.clock);
    this.queue.set(limit);
  }

  push(bytes = PACKET_BYTES, isKept = false): void {
    const packet = this.#pushed;
    this.#pushed += 1;
    this.queue.push(bytes, (atMs) => this.sent.push([packet, atMs]), isKept);
  }

  pushAll(count: number): void {
    for (let each = 0; each < count; each += 1) this.push();
  }
}

describe('rate', () => {
  test('without a rate everything leaves at once, whatever its size', () => {
    const rig = new Rig({ queueMs: 0 });
    rig.pushAll(100);
    expect(rig.sent).toHaveLength(100);
    expect(rig.clock.pending).toBe(0);
  });

  test('at 1 Mbit/s packets of 1,250 bytes leave every 10 ms', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT });
    rig.pushAll(3);
    rig.clock.advance(29);
    expect(rig.sent).toEqual([
      [0, 10],
      [1, 20],
    ]);
    rig.clock.advance(1);
    expect(rig.sent.at(-1)).toEqual([2, 30]);
    expect(rig.clock.pending).toBe(0);
  });

  test('a packet after a pause takes its own time only', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT });
    rig.push();
    rig.clock.advance(1000);
    rig.push();
    rig.clock.advance(10);
    expect(rig.sent.at(-1)).toEqual([1, 1010]);
  });

  test('timers that fire late do not lower the rate', () => {
    const clock = new ManualClock();
    const rig = new Rig(
      { bitsPerSecond: MEGABIT },
      {
        monotonic: () => clock.monotonic(),
        schedule: (delayMs, task) => void clock.schedule(delayMs + 7, task),
      },
    );
    rig.pushAll(10);
    clock.advance(107);
    expect(rig.sent.map(([, atMs]) => atMs)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });

  test('a new rate applies from the next packet on', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT });
    rig.pushAll(3);
    rig.clock.advance(5);
    rig.queue.set({ bitsPerSecond: 2 * MEGABIT });
    rig.clock.advance(15);
    expect(rig.sent.map(([, atMs]) => atMs)).toEqual([10, 15, 20]);
  });
});

describe('drop-tail', () => {
  test('a queue of 50 ms at 1 Mbit/s holds five packets of 10 ms and drops the next ones', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT, queueMs: 50 });
    rig.pushAll(8);
    expect(rig.queue.isFull).toBe(true);
    rig.clock.advance(200);
    expect(rig.sent.map(([packet]) => packet)).toEqual([0, 1, 2, 3, 4]);
    expect(rig.queue.isFull).toBe(false);
  });

  test('there is room again as soon as a packet has left', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT, queueMs: 50 });
    rig.pushAll(8);
    rig.clock.advance(10);
    rig.pushAll(2);
    rig.clock.advance(200);
    expect(rig.sent.map(([packet]) => packet)).toEqual([0, 1, 2, 3, 4, 8]);
  });

  test('a small packet finds room where a large one does not', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT, queueMs: 25 });
    rig.pushAll(3);
    rig.push(PACKET_BYTES / 2);
    rig.clock.advance(100);
    expect(rig.sent.map(([packet]) => packet)).toEqual([0, 1, 3]);
  });

  test('a packet that is larger than the queue passes an idle line', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT, queueMs: 1 });
    rig.push();
    rig.clock.advance(10);
    expect(rig.sent).toEqual([[0, 10]]);
  });

  test('a kept packet is queued where another is dropped', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT, queueMs: 10 });
    rig.pushAll(2);
    rig.push(PACKET_BYTES, true);
    rig.clock.advance(100);
    expect(rig.sent.map(([packet]) => packet)).toEqual([0, 2]);
  });

  test('a queue that becomes shorter drops nothing that it holds', () => {
    const rig = new Rig({ bitsPerSecond: MEGABIT, queueMs: 50 });
    rig.pushAll(5);
    rig.queue.set({ bitsPerSecond: MEGABIT, queueMs: 20 });
    rig.push();
    rig.clock.advance(100);
    expect(rig.sent.map(([packet]) => packet)).toEqual([0, 1, 2, 3, 4]);
  });
});

test.each([{ bitsPerSecond: 0 }, { bitsPerSecond: Number.NaN }, { queueMs: -1 }, { queueMs: Number.NaN }])(
  'refuses %j',
  (limit) => {
    expect(() => new Rig(limit)).toThrow(RangeError);
  },
);

/** Packets as [pause before it in ms, bytes]. */
const traffic = array(tuple(nat(30), integer({ min: 40, max: 1500 })), { maxLength: 200 });

/** Sends traffic. Returns what arrived, as [bytes, pushed at, sent at]. */
function carried(
  packets: readonly (readonly [number, number])[],
  limit: RateLimit,
): [bytes: number, pushedMs: number, sentMs: number][] {
  const clock = new ManualClock();
  const queue = new RateQueue(clock);
  queue.set(limit);
  const arrived: [number, number, number][] = [];
  for (const [pauseMs, bytes] of packets) {
    clock.advance(pauseMs);
    const pushedMs = clock.monotonic();
    queue.push(bytes, (atMs) => arrived.push([bytes, pushedMs, atMs]));
  }
  clock.advance(1e6);
  return arrived;
}

describe('for all traffic', () => {
  const limits = record({
    bitsPerSecond: integer({ min: 50_000, max: 10_000_000 }),
    queueMs: integer({ min: 0, max: 1500 }),
  });

  test('in no interval more leaves than the rate allows', () => {
    assert(
      property(traffic, limits, (packets, limit) => {
        const sent = carried(packets, limit);
        for (const [index, [bytes, pushedMs, sentMs]] of sent.entries()) {
          const beginMs = Math.max(pushedMs, sent[index - 1]?.[2] ?? 0);
          expect(sentMs - beginMs).toBeCloseTo((bytes * 8000) / limit.bitsPerSecond, 6);
        }
      }),
    );
  });

  test('nothing that is sent waited longer than the queue and its own time', () => {
    assert(
      property(traffic, limits, (packets, limit) => {
        for (const [bytes, pushedMs, sentMs] of carried(packets, limit)) {
          const ownMs = (bytes * 8000) / limit.bitsPerSecond;
          expect(sentMs - pushedMs).toBeLessThanOrEqual(limit.queueMs + ownMs + 1e-6);
        }
      }),
    );
  });

  test('without a limit of the queue nothing is dropped, and the order stays', () => {
    assert(
      property(traffic, limits, (packets, { bitsPerSecond }) => {
        const sent = carried(packets, { bitsPerSecond });
        expect(sent.map(([bytes]) => bytes)).toEqual(packets.map(([, bytes]) => bytes));
      }),
    );
  });
});
