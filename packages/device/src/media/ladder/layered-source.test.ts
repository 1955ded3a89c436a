/** @module A source of several levels: switched for each viewer in one RTP stream, at keyframes, by its network and its demand. */
import { silentLogger } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { describe, expect, test } from 'vitest';
import { createEstimate } from '../bandwidth/bandwidth-estimate.fixture.ts';
import type { BandwidthEstimate } from '../bandwidth/bandwidth-estimate.ts';
import { createTransport } from '../bandwidth/media-transport.fixture.ts';
import type { ProducerOutput } from '../frame-producer.ts';
import { h264Parameters } from '../h264-parameters.ts';
import type { MediaCodec, MediaFrame, MediaSource } from '../media-source.ts';
import type { RtpLine } from '../rtp/rtp-line.ts';
import { parseRtpPacket, type RtpPacket } from '../rtp/rtp-packet.ts';
import { RtpSender } from '../rtp/rtp-sender.ts';
import { plus, stepsBetween } from '../rtp/sequence-number.ts';
import { SharedSource } from '../shared-source.ts';
import { layeredSource, MAX_LEVELS } from './layered-source.ts';
import { RETRY_MS } from './level.ts';
import { SWITCH_LIMIT_MS } from './level-switch.ts';
import { QualityControl } from './quality-control.ts';

const H264: MediaCodec = { kind: 'video', name: 'H264', clockRate: 90_000, parameters: h264Parameters(40) };
const H265: MediaCodec = { kind: 'video', name: 'H265', clockRate: 90_000, parameters: 'profile-id=1' };

const FAST = { bitsPerSecond: 100_000_000, videoBitsPerSecond: 100_000_000, reason: 'probing' } as const;
const SLOW = { bitsPerSecond: 1_000_000, videoBitsPerSecond: 1_000_000, reason: 'delay' } as const;
const NARROW = { bitsPerSecond: 100_000, videoBitsPerSecond: 100_000, reason: 'loss' } as const;

const FRAME_MS = 40;

/** A source whose frames are one NAL unit that names its level, and whether it is a keyframe; zero bytes would be a start code. */
function fakeLevel(level: number, clock: ManualClock, codec: MediaCodec = H264) {
  const log: string[] = [];
  let output: ProducerOutput | undefined;
  const source = new SharedSource(
    {
      codec,
      start: (to) => {
        log.push('start');
        output = to;
        return () => {
          log.push('stop');
          output = undefined;
        };
      },
    },
    { clock },
  );
  return {
    source,
    log,
    emit: (timeMs: number, isKeyframe: boolean, bytes = 10): void => {
      const unit = new Uint8Array(bytes + 2).fill(1);
      unit.set([0, 0, 0, 1, isKeyframe ? 0x65 : 0x41, level + 1, isKeyframe ? 2 : 1]);
      output?.frame({ data: unit, timeMs, isKeyframe });
    },
    fail: (): void => output?.failing('The camera does not answer.'),
    recover: (): void => output?.ok(),
  };
}

interface SeenViewer {
  readonly packets: readonly RtpPacket[];
  readonly bandwidth: BandwidthEstimate;
  readonly quality: QualityControl;
  /** The level of each packet since the last call, `k` for a keyframe. */
  readonly take: () => string;
  sender: RtpSender;
}

function setUp(codecs: readonly MediaCodec[] = [H264, H264]) {
  const clock = new ManualClock(0);
  const levels = codecs.map((codec, level) => fakeLevel(level, clock, codec));
  const source = layeredSource(
    levels.map((each) => each.source),
    { clock },
  );
  const view = (): SeenViewer => {
    const packets: RtpPacket[] = [];
    const bandwidth = createEstimate();
    bandwidth.update(FAST);
    const quality = new QualityControl(silentLogger);
    const send = (bytes: Uint8Array): boolean => {
      packets.push(...[parseRtpPacket(bytes) ?? []].flat());
      return true;
    };
    const transport = createTransport(send, clock);
    const line: RtpLine = {
      isOpen: true,
      bandwidth,
      transport,
      transportSequenceId: undefined,
      on: () => () => undefined,
      send,
    };
    const sender = new RtpSender({
      line,
      source,
      codec: H264,
      payloadType: 102,
      ssrc: 7,
      cname: 'c',
      clock,
      quality,
    });
    sender.start();
    let taken = 0;
    const take = (): string => {
      const words = packets
        .slice(taken)
        .map(({ payload }) => `${(payload[1] ?? 0) - 1}${payload[2] === 2 ? 'k' : ''}`);
      taken = packets.length;
      return words.join(' ');
    };
    return { packets, bandwidth, quality, sender, take };
  };
  let nowMs = 0;
  /** Lets time pass by one frame; every running level sends one, a keyframe every `group` frames at its own offset. */
  const frame = (keyframes: string): void => {
    nowMs += FRAME_MS;
    clock.advance(FRAME_MS);
    levels.forEach(({ emit }, level) => emit(nowMs, keyframes.includes(String(level))));
  };
  return { clock, levels, source, view, frame };
}

/** Expects consecutive numbers and increasing timestamps, and the same stream throughout. */
function expectOneStream(packets: readonly RtpPacket[]): void {
  packets.forEach((packet, index) => {
    const before = packets[index - 1];
    expect([packet.ssrc, packet.payloadType]).toEqual([7, 102]);
    if (before === undefined) return;
    expect(packet.sequenceNumber).toBe(plus(before.sequenceNumber, 1));
    expect((packet.timestamp - before.timestamp + 2 ** 32) % 2 ** 32).toBeGreaterThan(0);
    expect((packet.timestamp - before.timestamp + 2 ** 32) % 2 ** 32).toBeLessThan(2 ** 31);
  });
}

/** The timestamps since the first packet. */
const relative = ({ packets }: SeenViewer): number[] =>
  packets.map(({ timestamp }) => (timestamp - (packets[0]?.timestamp ?? 0) + 2 ** 32) % 2 ** 32);

test('switches at a keyframe of the other level, in one stream without a gap', () => {
  const { view, frame } = setUp();
  const { packets, bandwidth, take } = view();
  frame('01');
  frame('');
  expect(take()).toBe('0k 0');
  bandwidth.update(SLOW);
  frame('');
  frame('0');
  frame('1');
  frame('');
  expect(take()).toBe('0 0k 0 1k 1');
  expectOneStream(packets);
  const [first, last] = [packets[0], packets.at(-1)];
  expect(stepsBetween(first?.sequenceNumber ?? 0, last?.sequenceNumber ?? 0)).toBe(6);
  // Six frames of 40 ms: the time of both levels is the same.
  expect(((last?.timestamp ?? 0) - (first?.timestamp ?? 0) + 2 ** 32) % 2 ** 32).toBe(5 * FRAME_MS * 90);
});

test('keeps times increasing when the other level is behind', () => {
  const { view, levels, clock } = setUp();
  const { packets, bandwidth, take } = view();
  levels[0]?.emit(1_000, true);
  bandwidth.update(SLOW);
  levels[1]?.emit(900, true);
  levels[1]?.emit(940, false);
  levels[1]?.emit(1_040, false);
  clock.advance(FRAME_MS);
  expect(take()).toBe('0k 1k 1 1');
  expectOneStream(packets);
  const [first, last] = [packets[0], packets.at(-1)];
  expect(((last?.timestamp ?? 0) - (first?.timestamp ?? 0) + 2 ** 32) % 2 ** 32).toBe(FRAME_MS * 90);
});

test('a viewer’s frames have increasing times across a switch, also where the other level is behind', () => {
  const { source, levels } = setUp();
  const times: number[] = [];
  const quality = new QualityControl(silentLogger);
  const line = { bandwidth: createEstimate(), quality, want: () => undefined };
  source.subscribe(({ timeMs }) => times.push(timeMs), H264, line);
  levels[0]?.emit(1_000, true);
  quality.demand = { choice: 'low' };
  levels[1]?.emit(900, true);
  levels[1]?.emit(1_040, false);
  expect(times).toEqual([1_000, 1_000.1, 1_040]);
});

test('only the first frame of a smaller level replaces what still waits of the larger one', () => {
  const { source, levels } = setUp();
  const restarts: boolean[] = [];
  const quality = new QualityControl(silentLogger);
  const line = { bandwidth: createEstimate(), quality, want: () => undefined };
  source.subscribe(({ isRestart }) => restarts.push(isRestart === true), H264, line);
  levels[0]?.emit(1_000, true);
  quality.demand = { choice: 'low' };
  levels[1]?.emit(1_040, true);
  levels[1]?.emit(1_080, false);
  quality.demand = { choice: 'high' };
  levels[0]?.emit(1_120, true);
  expect(restarts).toEqual([false, true, false, false]);
});

test('one slow viewer changes nothing for another', () => {
  const { view, frame } = setUp();
  const [slow, fast] = [view(), view()];
  const alone = setUp();
  const reference = alone.view();
  for (let count = 0; count < 100; count += 1) {
    if (count === 10) slow.bandwidth.update(SLOW);
    if (count === 40) slow.bandwidth.update(NARROW);
    for (const step of [frame, alone.frame]) step(count % 25 === 0 ? '01' : '');
  }
  expect(slow.take()).toContain('1k');
  expect(fast.take()).toBe(reference.take());
  expect(relative(fast)).toEqual(relative(reference));
  expectOneStream(slow.packets);
  expectOneStream(fast.packets);
});

test('a level runs only while a viewer gets it, once for all of them', () => {
  const { view, frame, levels } = setUp();
  const [first, second] = [view(), view()];
  frame('01');
  expect(levels.map(({ log }) => log)).toEqual([['start'], []]);
  first.bandwidth.update(SLOW);
  second.bandwidth.update(SLOW);
  expect(levels.map(({ log }) => log)).toEqual([['start'], ['start']]);
  frame('01');
  expect(levels.map(({ log }) => log)).toEqual([['start', 'stop'], ['start']]);
  first.sender.close();
  second.sender.close();
  expect(levels.map(({ log }) => log)).toEqual([
    ['start', 'stop'],
    ['start', 'stop'],
  ]);
});

describe('the stored frames of a running level', () => {
  test('are used for a smaller level, which is needed at once', () => {
    const { view, frame } = setUp();
    const [slow, other] = [view(), view()];
    other.quality.demand = { choice: 'low' };
    frame('01');
    frame('');
    slow.take();
    slow.bandwidth.update(SLOW);
    expect(slow.take()).toBe('1k 1');
    expectOneStream(slow.packets);
  });

  test('are not used for a better one, because they would arrive all at once', () => {
    const { view, frame } = setUp();
    const [viewer] = [view(), view()];
    viewer.quality.demand = { choice: 'low' };
    frame('01');
    frame('');
    viewer.take();
    viewer.quality.demand = { choice: 'high' };
    frame('');
    frame('0');
    expect(viewer.take()).toBe('1 0k');
  });
});

test('sends only keyframes below the smallest level, and whole pictures from a keyframe on afterwards', () => {
  const { view, frame, clock } = setUp();
  const { bandwidth, packets, take, quality } = view();
  frame('0');
  bandwidth.update(NARROW);
  for (const keyframes of ['1', '', '', '1', '']) frame(keyframes);
  expect(take()).toBe('0k 1k 1k');
  expect(quality.report).toMatchObject({ level: 1, isKeyframesOnly: true, reason: 'line' });
  bandwidth.update({ ...SLOW, bitsPerSecond: 1_500_000, videoBitsPerSecond: 1_500_000 });
  clock.advance(10_000);
  for (const keyframes of ['', '01', '']) frame(keyframes);
  expect(take()).toBe('1k 1');
  expectOneStream(packets);
});

test('of four pictures on a network that carries two, two move, and the others are not held for an equal part that is too little', () => {
  const { source, clock } = setUp();
  const bandwidth = createEstimate();
  const qualities = Array.from({ length: 4 }, () => new QualityControl(silentLogger));
  for (const quality of qualities) {
    const want = (bitsPerSecond: number): void => bandwidth.want(quality, bitsPerSecond);
    source.subscribe(() => undefined, H264, { bandwidth, quality, want });
  }
  // The smaller level is assumed to have 1 Mbit/s.
  bandwidth.update({ ...SLOW, bitsPerSecond: 2_000_000, videoBitsPerSecond: 2_000_000 });
  clock.advance(10_000);
  const moving = (): number => qualities.filter(({ report }) => report?.isKeyframesOnly === false).length;
  expect(moving()).toBe(2);
  clock.advance(60_000);
  expect(moving()).toBe(2);
});

test('moves viewers of a failing level to the next, and back once it works', () => {
  const { view, frame, levels, clock, source } = setUp();
  const { packets, take, quality } = view();
  frame('01');
  levels[0]?.fail();
  levels[1]?.emit(2 * FRAME_MS, true);
  expect(take()).toBe('0k 1k');
  expect(source.health).toEqual({ kind: 'ok' });
  expect(quality.report).toMatchObject({ level: 1, reason: 'input' });
  clock.advance(RETRY_MS + 1_000);
  levels[0]?.recover();
  frame('01');
  frame('');
  expect(take()).toBe('0k 0');
  expectOneStream(packets);
});

test('a level that fails again at each start is tried again from time to time', () => {
  const { view, frame, levels, clock } = setUp();
  view();
  frame('01');
  levels[0]?.fail();
  for (let seconds = 0; seconds < 60; seconds += 1) {
    clock.advance(1_000);
    levels[0]?.fail();
    levels[1]?.emit(seconds * 1_000, true);
  }
  expect(levels[0]?.log.filter((entry) => entry === 'start').length).toBeLessThanOrEqual(6);
  expect(levels[0]?.log.filter((entry) => entry === 'start').length).toBeGreaterThanOrEqual(3);
});

test('gives up a switch without a keyframe, and keeps the level that works', () => {
  const { view, frame, levels, clock } = setUp();
  const { take, quality } = view();
  frame('0');
  quality.demand = { choice: 'low' };
  expect(levels[1]?.log).toEqual(['start']);
  clock.advance(SWITCH_LIMIT_MS + 1_000);
  expect(levels[1]?.log).toEqual(['start', 'stop', 'start']);
  frame('0');
  expect(take()).toBe('0k 0k');
  expect(quality.report).toMatchObject({ level: 0 });
});

test('measures the rate of a level that runs, and reports it', () => {
  const { view, frame, levels, clock } = setUp();
  const { quality } = view();
  frame('0');
  for (let count = 0; count < 100; count += 1) {
    clock.advance(FRAME_MS);
    levels[0]?.emit(count * FRAME_MS, count % 25 === 0, 5_000);
  }
  clock.advance(1_000);
  // 5000 bytes every 40 ms.
  expect(quality.report?.levels[0]?.bitsPerSecond).toBeCloseTo(1_000_000, -5);
});

describe('an input with another codec', () => {
  test('is not used, and the source says so', () => {
    const { view, frame, source, levels } = setUp([H264, H265]);
    const { quality, take } = view();
    quality.demand = { choice: 'low' };
    frame('01');
    expect(take()).toBe('0k');
    expect(levels[1]?.log).toEqual([]);
    expect(source.codecs).toEqual([H264]);
    expect(source.health).toEqual({
      kind: 'ok',
      note: 'Input 2 is not used: it sends H265, and the first sends H264. Set both to the same format.',
    });
    expect(quality.report?.levels).toHaveLength(1);
  });
});

test.each<[string, readonly MediaSource[]]>([
  ['no source', []],
  ['too many sources', Array.from({ length: MAX_LEVELS + 1 }, () => fakeLevel(0, new ManualClock(0)).source)],
  [
    'a source of sound',
    [
      fakeLevel(0, new ManualClock(0), { kind: 'audio', name: 'opus', clockRate: 48_000, parameters: '' })
        .source,
    ],
  ],
])('refuses %s', (_, sources) => {
  expect(() => layeredSource(sources)).toThrow(expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }));
});

test('prepares for a viewer that is likely to come what the last one had, and first the best level', () => {
  const prepared: number[] = [];
  const levels = [0, 1].map((level): MediaSource => ({
    kind: 'video',
    codecs: [H264],
    health: { kind: 'ok' },
    on: () => () => undefined,
    subscribe: (viewer) => {
      viewer({ data: Uint8Array.of(1), timeMs: 0, isKeyframe: true });
      return { refresh: () => undefined, close: () => undefined };
    },
    prepare: () => prepared.push(level),
  }));
  const source = layeredSource(levels);
  source.prepare?.();
  const quality = new QualityControl(silentLogger);
  quality.demand = { choice: 'low' };
  const line = { bandwidth: createEstimate(), quality, want: () => undefined };
  source.subscribe(() => undefined, H264, line).close();
  source.prepare?.();
  expect(prepared).toEqual([0, 1]);
});

test('a viewer without a known network gets the best level', () => {
  const { source, levels } = setUp();
  const frames: MediaFrame[] = [];
  source.subscribe((each) => frames.push(each), H264);
  levels[0]?.emit(0, true);
  expect(frames).toHaveLength(1);
});
