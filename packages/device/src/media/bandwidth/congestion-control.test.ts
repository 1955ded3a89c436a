/**
 * @module The estimate and the pace over simulated lines: they find the rate of a line within bounds, share it, and recover.
 * Everything runs on a manual clock with seeded losses.
 */
import { describe, expect, test } from 'vitest';
import { parseRtpPacket } from '../rtp/rtp-packet.ts';
import { plus } from '../rtp/sequence-number.ts';
import { FULL, PICTURE_SSRC, SimulatedViewer, STOPPED_SSRC } from './simulated-viewer.fixture.ts';
import { MIN_ESTIMATE } from './bandwidth-estimate.ts';
import { CongestionControl } from './congestion-control.ts';
import type { LineQuality } from './narrow-line.fixture.ts';

const line = (mbit: number, quality: Partial<LineQuality> = {}): LineQuality => ({
  bitsPerSecond: mbit * 1_000_000,
  queueMs: 300,
  delayMs: 20,
  ...quality,
});

const estimateOf = ({ transport }: SimulatedViewer): number => transport.bandwidth.current.bitsPerSecond;

/** Runs on, and returns the longest queue of that time, in milliseconds. */
function longestQueue(viewer: SimulatedViewer, durationMs: number): number {
  let longestMs = 0;
  for (let step = 0; step < durationMs; step += 10) {
    viewer.run(10);
    longestMs = Math.max(longestMs, viewer.line.waitMs);
  }
  return longestMs;
}

/** What the viewer is sent and the download gets in a minute, in bit/s. */
function share(viewer: SimulatedViewer): { readonly media: number; readonly download: number } {
  viewer.run(10_000);
  const received = (): number => viewer.download?.receivedBytes ?? 0;
  const [sinceMs, before] = [viewer.clock.monotonic(), received()];
  viewer.run(60_000);
  return { media: viewer.offeredSince(sinceMs), download: ((received() - before) * 8) / 60 };
}

const longestGap = (times: readonly number[]): number =>
  times.reduce((longest, atMs, index) => Math.max(longest, atMs - (times[index - 1] ?? atMs)), 0);

describe('a line that is too slow for the only level', () => {
  test.each([1, 2, 3])('of %i Mbit/s is found within two seconds and not overfilled', (mbit) => {
    const viewer = new SimulatedViewer({ quality: line(mbit) });
    viewer.run(2_000);
    const sinceMs = viewer.clock.monotonic();
    expect(longestQueue(viewer, 10_000)).toBeLessThan(150);
    expect(viewer.offeredSince(sinceMs)).toBeLessThan(mbit * 1_050_000);
    expect(estimateOf(viewer)).toBeGreaterThan(mbit * 700_000);
    expect(estimateOf(viewer)).toBeLessThan(mbit * 1_100_000);
    expect(viewer.transport.bandwidth.current.reason).toBe('delay');
  });

  test('carries whole frames, numbered without holes, from keyframes on', () => {
    const viewer = new SimulatedViewer({ quality: line(2) });
    viewer.run(2_000);
    const before = viewer.line.arrived.length;
    viewer.run(8_000);
    const packets = viewer.line.arrived
      .slice(before)
      .flatMap(({ packet }) => parseRtpPacket(packet) ?? [])
      .filter(({ ssrc }) => ssrc === PICTURE_SSRC);
    const isNext = (number: number, index: number): boolean =>
      index === 0 || number === plus(packets[index - 1]?.sequenceNumber ?? 0, 1);
    expect(packets.every(({ sequenceNumber }, index) => isNext(sequenceNumber, index))).toBe(true);
    // Padding has the timestamp of the frame before it, and no marker.
    const frames = Map.groupBy(packets.slice(1), ({ timestamp }) => timestamp);
    const complete = [...frames.values()].slice(1, -1);
    expect(complete.length).toBeGreaterThan(30);
    expect(complete.every((frame) => frame.some(({ marker }) => marker))).toBe(true);
  });
});

describe('a camera with two levels', () => {
  test('on a line that becomes slow: keeps its frames, and offers no more than the line carries after two seconds', () => {
    const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true });
    viewer.run(8_000);
    expect(viewer.isFull).toBe(true);
    viewer.line.quality = line(2);
    viewer.run(2_000);
    expect(viewer.isFull).toBe(false);
    const sinceMs = viewer.clock.monotonic();
    expect(longestQueue(viewer, 15_000)).toBeLessThan(80);
    expect(viewer.offeredSince(sinceMs)).toBeLessThan(2_000_000);
    const frames = viewer.framesSince(sinceMs);
    expect(frames.length).toBeGreaterThan(15 * 29);
    expect(longestGap(frames)).toBeLessThan(100);
  });

  test.each([
    { mbit: 2, longestDelayMs: 330, longestGapMs: 450, estimate: 1_500_000 },
    { mbit: 1, longestDelayMs: 345, longestGapMs: 700, estimate: 800_000 },
  ])(
    'on a line that falls to $mbit Mbit/s: goes down within 0.3 s, hardly loses sound, and finds the rate at once',
    ({ mbit, longestDelayMs, longestGapMs, estimate }) => {
      for (const seed of [1, 2, 3]) {
        const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true, seed });
        viewer.run(8_000 + seed * 333);
        expect(viewer.isFull).toBe(true);
        const narrowMs = viewer.clock.monotonic();
        viewer.line.quality = line(mbit);
        viewer.run(300);
        expect(viewer.isFull).toBe(false);
        let lowest = estimateOf(viewer);
        for (let step = 0; step < 500; step += 1) {
          viewer.run(10);
          lowest = Math.min(lowest, estimateOf(viewer));
        }
        expect(lowest).toBeGreaterThan(estimate);
        const delays = viewer.soundDelays(narrowMs - 200, narrowMs + 3_000);
        const arrived = delays.filter((delayMs) => delayMs < Number.POSITIVE_INFINITY);
        expect(delays.length - arrived.length).toBeLessThan(12);
        expect(Math.max(...arrived)).toBeLessThan(longestDelayMs);
        expect(longestGap(viewer.framesSince(narrowMs - 100))).toBeLessThan(longestGapMs);
      }
    },
  );

  test.each([1, 2, 3, 6])(
    'returns to the full level within three seconds once the line is fast again, without a gap (seed %i)',
    (seed) => {
      const viewer = new SimulatedViewer({ quality: line(1), hasLevels: true, seed });
      viewer.run(20_000);
      expect(viewer.isFull).toBe(false);
      viewer.line.quality = line(8);
      const sinceMs = viewer.clock.monotonic();
      viewer.run(3_000);
      expect(viewer.isFull).toBe(true);
      viewer.run(10_000);
      expect(viewer.isFull).toBe(true);
      expect(longestGap(viewer.framesSince(sinceMs))).toBeLessThan(200);
    },
  );

  test.each([1_100, 2_000])(
    'returns to the full level within a quarter of a minute where a round trip takes %i ms',
    (roundTripMs) => {
      const slow = { delayMs: roundTripMs / 2 };
      const viewer = new SimulatedViewer({ quality: line(1, slow), hasLevels: true });
      viewer.run(20_000);
      expect(viewer.isFull).toBe(false);
      viewer.line.quality = line(8, slow);
      viewer.run(15_000);
      expect(viewer.isFull).toBe(true);
    },
  );

  test('on a line of 50 kbit/s: sends its least rate, and the full level is back within half a minute of a fast line', () => {
    const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true });
    viewer.run(8_000);
    viewer.line.quality = line(0.05);
    viewer.run(2_000);
    const sinceMs = viewer.clock.monotonic();
    viewer.run(20_000);
    expect(viewer.offeredSince(sinceMs)).toBeLessThanOrEqual(MIN_ESTIMATE);
    viewer.line.quality = line(8);
    viewer.run(30_000);
    expect(viewer.isFull).toBe(true);
  });

  test('empties a long queue within four seconds', () => {
    const viewer = new SimulatedViewer({ quality: line(8, { queueMs: 1_500 }), hasLevels: true });
    viewer.run(6_000);
    viewer.line.quality = line(2, { queueMs: 1_500 });
    expect(longestQueue(viewer, 4_000)).toBeLessThan(800);
    expect(longestQueue(viewer, 10_000)).toBeLessThan(100);
  });

  test('returns to the full level beside a picture that was stopped: probes contain none of its packets, because its viewer receives them no longer', () => {
    const viewer = new SimulatedViewer({ quality: line(1), hasLevels: true, hasStoppedPicture: true });
    const before = viewer.line.offered.length;
    viewer.run(20_000);
    viewer.line.quality = line(8);
    viewer.run(3_000);
    expect(viewer.isFull).toBe(true);
    const ssrcs = viewer.line.offered.slice(before).map(({ packet }) => parseRtpPacket(packet)?.ssrc);
    expect(ssrcs).not.toContain(STOPPED_SSRC);
  });

  test('loses no rate to random loss', () => {
    const viewer = new SimulatedViewer({ quality: line(20, { lossShare: 0.05 }), hasLevels: true });
    viewer.run(20_000);
    expect(viewer.isFull).toBe(true);
    expect(estimateOf(viewer)).toBeGreaterThan(1.2 * FULL);
  });

  test.each([20, 60, 100])(
    'keeps the full level where packets take up to %i ms longer than others: those that come late are not lost',
    (jitterMs) => {
      const viewer = new SimulatedViewer({ quality: line(20, { jitterMs }), hasLevels: true });
      viewer.run(10_000);
      const sinceMs = viewer.clock.monotonic();
      for (let second = 0; second < 20; second += 1) {
        viewer.run(1_000);
        expect(viewer.isFull).toBe(true);
        expect(estimateOf(viewer)).toBeGreaterThan(FULL);
      }
      expect(longestGap(viewer.framesSince(sinceMs).toSorted((one, other) => one - other))).toBeLessThan(300);
    },
  );

  test.each([30, 60, 100])(
    'returns to the full level within 8 s after a slow time where packets take up to %i ms longer than others',
    (jitterMs) => {
      for (const mbit of [10, 20])
        for (const seed of [1, 2, 3]) {
          const viewer = new SimulatedViewer({ quality: line(mbit, { jitterMs }), hasLevels: true, seed });
          viewer.run(10_000);
          viewer.line.quality = line(mbit / 10, { jitterMs });
          viewer.run(15_000);
          expect(viewer.isFull).toBe(false);
          viewer.line.quality = line(mbit, { jitterMs });
          viewer.run(8_000);
          expect(viewer.isFull).toBe(true);
        }
    },
  );

  test.each([60, 100])(
    'returns to the full level within half a minute after a slow time where packets take up to %i ms longer than others and hold them back',
    (jitterMs) => {
      for (const mbit of [10, 20])
        for (const seed of [1, 2, 3]) {
          const jitter = { jitterMs, keepsOrder: true };
          const viewer = new SimulatedViewer({ quality: line(mbit, jitter), hasLevels: true, seed });
          viewer.run(10_000);
          viewer.line.quality = line(mbit / 20, jitter);
          viewer.run(15_000);
          expect(viewer.isFull).toBe(false);
          viewer.line.quality = line(mbit, jitter);
          viewer.run(30_000);
          expect(viewer.isFull).toBe(true);
        }
    },
  );

  test.each([0, 0.02, 0.1])(
    'keeps the full level where packets take up to 60 ms longer than others and a share of %f is lost',
    (lossShare) => {
      for (const seed of [1, 2, 3]) {
        const quality = line(20, { jitterMs: 60, lossShare });
        const viewer = new SimulatedViewer({ quality, hasLevels: true, seed });
        viewer.run(10_000);
        for (let second = 0; second < 20; second += 1) {
          viewer.run(1_000);
          expect(viewer.isFull).toBe(true);
        }
      }
    },
  );

  test.each([30, 60, 100])(
    'that does not fit finds the rate of its line within a third, where packets take up to %i ms longer than others, and makes no long queue',
    (jitterMs) => {
      for (const mbit of [1, 3]) {
        const viewer = new SimulatedViewer({ quality: line(mbit, { jitterMs }), hasLevels: true });
        viewer.run(10_000);
        const estimates = Array.from({ length: 200 }, () => {
          viewer.run(100);
          return estimateOf(viewer);
        });
        const mean = estimates.reduce((sum, each) => sum + each, 0) / estimates.length;
        expect(mean).toBeGreaterThan((mbit * 1_000_000 * 2) / 3);
        expect(mean).toBeLessThan((mbit * 1_000_000 * 4) / 3);
        expect(longestQueue(viewer, 10_000)).toBeLessThan(150);
      }
    },
  );

  test.each([30, 60, 100])(
    'is not sent twice where packets take up to %i ms longer than others: a packet is not lost as soon as it is missing',
    (jitterMs) => {
      const viewer = new SimulatedViewer({ quality: line(20, { jitterMs }), hasLevels: true });
      viewer.run(10_000);
      const sinceMs = viewer.clock.monotonic();
      viewer.run(20_000);
      expect(viewer.offeredSince(sinceMs)).toBeGreaterThan(FULL);
      expect(viewer.offeredSince(sinceMs)).toBeLessThan(1.1 * FULL);
    },
  );

  test('a line on which packets change their order by a few milliseconds loses none at random', () => {
    const viewer = new SimulatedViewer({ quality: line(20, { jitterMs: 8 }), hasLevels: true });
    viewer.run(10_000);
    for (let second = 0; second < 20; second += 1) {
      viewer.run(1_000);
      expect(viewer.transport.losesAtRandom).toBe(false);
    }
  });

  test('repeats what a line loses at random without being asked, and sound before it is missed', () => {
    const viewer = new SimulatedViewer({ quality: line(8, { lossShare: 0.05 }), hasLevels: true });
    viewer.run(5_000);
    const sinceMs = viewer.clock.monotonic();
    viewer.run(20_000);
    expect(viewer.missingShare).toBeLessThan(0.005);
    const delays = viewer.soundDelays(sinceMs, sinceMs + 19_000);
    expect(delays.filter((delayMs) => delayMs > 90).length / delays.length).toBeLessThan(0.01);
    // A twentieth of the pictures is sent three times, and the sound twice.
    expect(viewer.offeredSince(sinceMs)).toBeLessThan(1.25 * FULL);
  });

  test('sound alone is sent twice for as long as the line loses packets', () => {
    const viewer = new SimulatedViewer({ quality: line(8, { lossShare: 0.05 }), hasPicture: false });
    viewer.run(10_000);
    for (let second = 0; second < 60; second += 1) {
      viewer.run(1_000);
      expect(viewer.transport.losesAtRandom).toBe(true);
    }
    const delays = viewer.soundDelays(10_000, 69_000);
    expect(delays.filter((delayMs) => delayMs > 50).length / delays.length).toBeLessThan(0.005);
  });

  test('stays at the low level where the line carries less than the full one, for a minute', () => {
    const viewer = new SimulatedViewer({ quality: line(3), hasLevels: true });
    viewer.run(2_000);
    for (let second = 0; second < 60; second += 1) {
      viewer.run(1_000);
      expect(viewer.isFull).toBe(false);
    }
  });
});

describe('beside a download over TCP', () => {
  test('each gets at least a third', () => {
    const { media, download } = share(new SimulatedViewer({ quality: line(8), download: 'loss' }));
    expect(download).toBeGreaterThan(8_000_000 / 3);
    expect(media).toBeGreaterThan(8_000_000 / 3);
  });

  test.each(['loss', 'delay'] as const)(
    'that follows %s, a level of a third is found and kept, and the download has its third',
    (control) => {
      const full = 1_200_000;
      const viewer = new SimulatedViewer({ quality: line(4), hasLevels: true, full, download: control });
      const { media, download } = share(viewer);
      expect(download).toBeGreaterThan(4_000_000 / 3);
      expect(media).toBeGreaterThan(0.8 * full);
    },
  );
});

test('goes no higher than the ceiling, and says so', () => {
  const viewer = new SimulatedViewer({ quality: line(50), ceiling: 6_000_000 });
  viewer.run(5_000);
  expect(viewer.transport.bandwidth.current).toMatchObject({ bitsPerSecond: 6_000_000, reason: 'ceiling' });
});

test('a pause in sending is no outage, though the last report before it was lost; one that follows it is', () => {
  const control = new CongestionControl({ ceiling: 10_000_000 });
  control.handleSent(0);
  control.handleResults([{ sentMs: 0, receivedMs: 20, bytes: 1_000, probe: 0 }], 50);
  const before = control.estimate;
  control.handleSent(100);
  expect(control.handleSent(30_000)).toBe(false);
  expect(control.estimate).toEqual(before);
  for (let nowMs = 30_100; nowMs <= 31_000; nowMs += 100) control.handleSent(nowMs);
  expect(control.isInterrupted).toBe(false);
  expect(control.handleSent(31_001)).toBe(true);
  expect(control.isInterrupted).toBe(true);
});

describe('a viewer that reports nothing', () => {
  test('from the beginning gets the lowest level after five seconds', () => {
    const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true });
    viewer.line.handleReport = () => undefined;
    viewer.run(4_900);
    expect(viewer.transport.bandwidth.current.reason).toBe('probing');
    viewer.run(300);
    expect(viewer.transport.bandwidth.current).toMatchObject({
      bitsPerSecond: 300_000,
      reason: 'no-feedback',
    });
  });

  test('for some time has half of its estimate as soon as it reports again', () => {
    const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true });
    viewer.run(8_000);
    const before = estimateOf(viewer);
    const { handleReport } = viewer.line;
    viewer.line.handleReport = () => undefined;
    viewer.run(8_000);
    expect(estimateOf(viewer)).toBe(MIN_ESTIMATE);
    viewer.line.handleReport = handleReport;
    viewer.run(200);
    expect(estimateOf(viewer)).toBeGreaterThan(before * 0.4);
  });

  // The camera itself sends a keyframe every two seconds.
  test.each([3_000, 3_500, 4_000, 4_150, 4_500])('after a cut of %i ms gets a picture at once', (cutMs) => {
    const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true });
    viewer.run(8_000);
    const { quality } = viewer.line;
    viewer.line.quality = { ...quality, lossShare: 1 };
    viewer.run(cutMs);
    viewer.line.quality = quality;
    const sinceMs = viewer.clock.monotonic();
    viewer.run(400);
    expect(viewer.keyframesSince(sinceMs)).toBeGreaterThan(0);
    expect(viewer.transport.bandwidth.current.reason).not.toBe('loss');
  });

  test('any more gets less each second', () => {
    const viewer = new SimulatedViewer({ quality: line(8), hasLevels: true });
    viewer.run(5_000);
    const before = estimateOf(viewer);
    viewer.line.handleReport = () => undefined;
    viewer.run(2_500);
    expect(estimateOf(viewer)).toBeLessThan(before / 3);
  });
});
