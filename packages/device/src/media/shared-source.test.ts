/** @module One producer for any number of viewers, each of which gets a picture immediately. */
import { describe, expect, test } from 'vitest';
import { KeyframeGroup, MAX_GROUP_BYTES, MAX_GROUP_FRAMES } from './keyframe-group.ts';
import type { FrameProducer, ProducerOutput } from './frame-producer.ts';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaCodec, MediaFrame } from './media-source.ts';
import { SharedSource } from './shared-source.ts';

const H264: MediaCodec = { kind: 'video', name: 'H264', clockRate: 90_000, parameters: '' };
const OPUS: MediaCodec = { kind: 'audio', name: 'opus', clockRate: 48_000, parameters: '' };

const frame = (timeMs: number, isKeyframe = false): MediaFrame => ({
  data: Uint8Array.of(1),
  timeMs,
  isKeyframe,
});

function setUp(codec: MediaCodec = H264, owed: readonly MediaFrame[] = []) {
  const log: string[] = [];
  const outputs: ProducerOutput[] = [];
  const clock = new ManualClock(0);
  const producer: FrameProducer = {
    codec,
    start: (output) => {
      log.push('start');
      outputs.push(output);
      owed.forEach((each) => output.frame(each));
      return () => log.push('stop');
    },
    requestKeyframe: () => log.push('keyframe'),
  };
  const source = new SharedSource(producer, { clock });
  const watch = () => {
    const times: number[] = [];
    return { times, ...source.subscribe(({ timeMs }) => times.push(timeMs)) };
  };
  return {
    clock,
    log,
    source,
    watch,
    output: () => outputs.at(-1),
    emit: (each: MediaFrame) => outputs.at(-1)?.frame(each),
  };
}

test('runs the producer once from the first viewer to the last, and again later', () => {
  const { log, watch, emit } = setUp(OPUS);
  const [first, second] = [watch(), watch()];
  emit(frame(0, true));
  expect([first.times, second.times]).toEqual([[0], [0]]);
  first.close();
  first.close();
  expect(log).toEqual(['start']);
  second.close();
  watch();
  expect(log).toEqual(['start', 'stop', 'start']);
});

test('sends a later viewer the frames since the last keyframe immediately, compressed to end at the newest one’s time', () => {
  const { watch, emit } = setUp();
  const first = watch();
  [frame(0, true), frame(40), frame(1000, true), frame(1040), frame(1080)].forEach((each) => emit(each));
  const second = watch();
  expect(second.times).toHaveLength(3);
  expect(second.times[0]).toBeGreaterThan(1070);
  expect(second.times[2]).toBe(1080);
  emit(frame(1120));
  expect(second.times.at(-1)).toBe(1120);
  expect(first.times).toEqual([0, 40, 1000, 1040, 1080, 1120]);
});

test('also compresses the frames that a producer emits at its start', () => {
  const { watch } = setUp(H264, [frame(1000, true), frame(1040), frame(1080)]);
  const { times } = watch();
  expect(times).toHaveLength(3);
  expect(times[0]).toBeGreaterThan(1070);
});

test('sends no viewer a frame before a keyframe', () => {
  const { watch, emit } = setUp();
  const { times } = watch();
  emit(frame(0));
  emit(frame(40, true));
  emit(frame(80));
  expect(times).toEqual([40, 80]);
});

test('replays the group for a viewer that lost the picture, with increasing times', () => {
  const { watch, emit } = setUp();
  const viewer = watch();
  [frame(0, true), frame(40), frame(80)].forEach((each) => emit(each));
  viewer.refresh();
  emit(frame(120));
  expect(viewer.times).toHaveLength(7);
  expect(viewer.times.every((timeMs, index) => timeMs > (viewer.times[index - 1] ?? -1))).toBe(true);
  expect(viewer.times.at(-1)).toBe(120);
  viewer.close();
  viewer.refresh();
  expect(viewer.times).toHaveLength(7);
});

test('limits replays for a viewer by the size of the group', () => {
  const { watch, emit, clock } = setUp();
  const viewer = watch();
  emit({ data: new Uint8Array(2_000_000), timeMs: 0, isKeyframe: true });
  const asked = (): number => {
    viewer.refresh();
    return viewer.times.splice(0).length;
  };
  viewer.times.splice(0);
  expect(asked()).toBe(1);
  clock.advance(3_999);
  expect(asked()).toBe(0);
  clock.advance(1);
  expect(asked()).toBe(1);
});

test('replays no group that is larger than the viewer can take, but requests a keyframe', () => {
  const { watch, emit, log } = setUp();
  const viewer = watch();
  emit({ data: new Uint8Array(2_000), timeMs: 0, isKeyframe: true });
  viewer.refresh({ maxBytes: 1_999 });
  expect(viewer.times).toHaveLength(1);
  expect(log).toContain('keyframe');
  viewer.refresh({ maxBytes: 2_000 });
  expect(viewer.times).toHaveLength(2);
});

test('requests a keyframe from the producer at most once a second', () => {
  const { watch, emit, log, clock } = setUp();
  const viewer = watch();
  emit(frame(0, true));
  viewer.refresh();
  viewer.refresh();
  expect(log).toEqual(['start', 'keyframe']);
  clock.advance(1_000);
  viewer.refresh();
  expect(log).toEqual(['start', 'keyframe', 'keyframe']);
});

test('requests a keyframe for a viewer if no group is stored', () => {
  const { watch, log } = setUp();
  watch();
  expect(log).toEqual(['start']);
  watch();
  expect(log).toEqual(['start', 'keyframe']);
});

test('never replays audio', () => {
  const { watch, emit } = setUp(OPUS, [frame(0, true)]);
  const first = watch();
  emit(frame(20, true));
  expect(first.times).toEqual([20]);
  expect(watch().times).toEqual([]);
});

test('reports a failing producer, and continues with a keyframe', () => {
  const { source, watch, emit, output } = setUp();
  const kinds: string[] = [];
  source.on('change', () => kinds.push(source.health.kind));
  const first = watch();
  [frame(0, true), frame(40)].forEach((each) => emit(each));
  output()?.failing('The camera does not answer.');
  output()?.failing('The camera does not answer.');
  expect(source.health).toEqual({ kind: 'failing', message: 'The camera does not answer.' });
  expect(watch().times).toEqual([]);
  output()?.ok();
  [frame(80), frame(120, true)].forEach((each) => emit(each));
  expect(first.times).toEqual([0, 40, 120]);
  expect(kinds).toEqual(['failing', 'ok']);
});

test('a source without viewers is healthy', () => {
  const { source, watch, output } = setUp();
  const viewer = watch();
  output()?.failing('The camera does not answer.');
  viewer.close();
  expect(source.health).toEqual({ kind: 'ok' });
});

describe('the stored keyframe group', () => {
  test('restarts at each keyframe', () => {
    const group = new KeyframeGroup();
    group.add(frame(0));
    expect(group.frames).toEqual([]);
    [frame(1, true), frame(2), frame(3, true)].forEach((each) => group.add(each));
    expect(group.frames.map(({ timeMs }) => timeMs)).toEqual([3]);
  });

  test('is dropped when it grows too large, and restarts at the next keyframe', () => {
    const group = new KeyframeGroup();
    group.add(frame(0, true));
    for (let index = 1; index < MAX_GROUP_FRAMES; index += 1) group.add(frame(index));
    expect(group.frames).toHaveLength(MAX_GROUP_FRAMES);
    group.add(frame(MAX_GROUP_FRAMES));
    expect(group.frames).toEqual([]);
    group.add({ data: new Uint8Array(MAX_GROUP_BYTES), timeMs: 0, isKeyframe: true });
    expect(group.frames).toHaveLength(1);
    group.add(frame(1));
    expect(group.frames).toEqual([]);
  });
});
