/** @module How soon a device is back after its service was away, alone and with five thousand others. */
import { AttachmentCloseCode, backOffMs } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { nextWait, QUICK_FOR_MS, type Outage } from './back-off.ts';

/** Almost the longest wait that a random number can give. */
const UNLUCKY = 0.999_999;
const AWAY = 1006;

/** How long after the service's return a device attaches that lost it with `code`, if each attempt fails at once. */
function returnMs(awayMs: number, code: number): number {
  const clock = new ManualClock();
  let outage: Outage | undefined;
  let attachedMs: number | undefined;
  const start = clock.monotonic();
  const fail = (closeCode: number): void => {
    const next = nextWait(closeCode, clock.monotonic(), outage);
    outage = next.outage;
    clock.schedule(backOffMs(next.backOff, next.inRow, UNLUCKY), () => {
      if (clock.monotonic() - start < awayMs) fail(AWAY);
      else attachedMs ??= clock.monotonic() - start;
    });
  };
  fail(code);
  clock.advance(awayMs + 60_000);
  expect(attachedMs).toBeDefined();
  return (attachedMs ?? 0) - awayMs;
}

test.each([AWAY, 1001, 1011, 1012])(
  'after a service was away for up to half a minute, a device that lost it with %i is back within two seconds',
  (code) => {
    for (let awayMs = 0; awayMs <= QUICK_FOR_MS; awayMs += 250)
      expect(returnMs(awayMs, code), `away for ${awayMs} ms`).toBeLessThanOrEqual(2_000);
  },
);

test('after a longer outage the wait grows up to half a minute', () => {
  const waits: number[] = [];
  let outage: Outage | undefined;
  for (let nowMs = 0; waits.length < 8; nowMs += 10_000) {
    const { backOff, inRow, outage: next } = nextWait(AWAY, nowMs, outage);
    outage = next;
    waits.push(Math.round(backOffMs(backOff, inRow, UNLUCKY)));
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
});

test.each([
  ['a refused proof', AttachmentCloseCode.proofRejected, 10_000, 500],
  ['an unknown product', AttachmentCloseCode.unknownProduct, 10_000, 500],
  ['an unknown device', AttachmentCloseCode.unknownDevice, 10_000, 500],
  ['a replacement', AttachmentCloseCode.replaced, 10_000, 500],
  ['too many messages', 1008, 0, 4_000],
  ['too many attempts of its network', 1013, 0, 4_000],
])('the wait after %s is not short, and grows from the first failure', (_end, code, floorMs, baseMs) => {
  const first = nextWait(code, 0, undefined);
  expect(first.backOff).toEqual({ floorMs, baseMs, capMs: 30_000 });
  expect(nextWait(code, 1, first.outage).inRow).toBe(2);
});

test('a policy with a smaller limit keeps it', () => {
  const policy = { baseMs: 1, capMs: 5, refusedFloorMs: 1 };
  for (const [code, nowMs] of [
    [AWAY, 0],
    [1012, 0],
    [1013, 0],
    [AWAY, QUICK_FOR_MS + 1],
  ] as const) {
    const { backOff, inRow } = nextWait(code, nowMs, { sinceMs: 0, quick: 9, slow: 9 }, policy);
    expect(backOffMs(backOff, inRow, UNLUCKY)).toBeLessThanOrEqual(5);
  }
});

/** A generator of random numbers from 0 to below 1 (Lehmer, modulus 2^31 - 1). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Herd {
  /** When each device attached, in milliseconds after the service's return; in order. */
  readonly attached: readonly number[];
  /** The most attempts in a tenth of a second. */
  readonly peak: number;
}

/** Five thousand devices lose a service that restarts and is away for `awayMs`; it accepts `perSecond` attachments. */
function simulate(awayMs: number, perSecond: number, seed: number): Herd {
  const random = seeded(seed);
  const devices: { atMs: number; outage: Outage | undefined }[] = Array.from({ length: 5_000 }, () => ({
    atMs: 0,
    outage: undefined,
  }));
  const wait = (device: (typeof devices)[number], code: number): void => {
    const { outage, backOff, inRow } = nextWait(code, device.atMs, device.outage);
    device.outage = outage;
    device.atMs += backOffMs(backOff, inRow, random());
  };
  for (const device of devices) wait(device, 1012);
  const attached: number[] = [];
  const attempts = new Map<number, number>();
  let room = perSecond;
  let left = devices;
  for (let nowMs = 0; left.length > 0 && nowMs < awayMs + 300_000; nowMs += 1) {
    room = Math.min(perSecond, room + perSecond / 1_000);
    for (const device of left) {
      if (device.atMs > nowMs) continue;
      device.atMs = nowMs;
      attempts.set(Math.floor(nowMs / 100), (attempts.get(Math.floor(nowMs / 100)) ?? 0) + 1);
      if (nowMs < awayMs) wait(device, AWAY);
      else if (room < 1) wait(device, 1013);
      else {
        room -= 1;
        device.atMs = Number.POSITIVE_INFINITY;
        attached.push(nowMs - awayMs);
      }
      if (device.atMs === nowMs) device.atMs += 1;
    }
    if (nowMs % 1_000 === 0) left = left.filter(({ atMs }) => atMs !== Number.POSITIVE_INFINITY);
  }
  return { attached, peak: Math.max(...attempts.values()) };
}

test.each([0, 5_000, 20_000])(
  'five thousand devices whose service restarts and is away for %i ms attach within two seconds, at a bounded rate',
  (awayMs) => {
    const { attached, peak } = simulate(awayMs, Number.MAX_SAFE_INTEGER, 7);
    expect(attached).toHaveLength(5_000);
    expect(attached.at(-1)).toBeLessThanOrEqual(2_000);
    // on average 250 of them try in a tenth of a second where all wait for up to two seconds
    expect(peak).toBeLessThan(1_000);
  },
);

test('five thousand devices are back within a minute at a service that accepts 250 of them in a second', () => {
  const { attached } = simulate(5_000, 250, 11);
  expect(attached).toHaveLength(5_000);
  expect(attached.at(-1)).toBeLessThan(60_000);
  // what the service refuses does not return in a wave: no second has more than it accepts at most
  const seconds = new Map<number, number>();
  for (const ms of attached)
    seconds.set(Math.floor(ms / 1_000), (seconds.get(Math.floor(ms / 1_000)) ?? 0) + 1);
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual(500);
});
