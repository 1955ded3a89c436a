/** @module What is buffered, what is saved of it, and that nothing is lost or kept for ever. */

import { asTrack, FakeTrack, ManualClock } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordingFormat } from './browser-take.ts';
import { KEPT_MS, SEGMENT_MS, type Segment } from './segment.ts';
import type { RecordedTracks } from './segment-recorder.ts';
import { MAX_FILE_BYTES, TileRecorder } from './tile-recorder.ts';

const tracks = (): RecordedTracks => ({
  video: asTrack(new FakeTrack('video')),
  audio: asTrack(new FakeTrack('audio')),
});

let clock: ManualClock;
let recorder: TileRecorder;
/** Begin and end of each saved segment in seconds; one list for each file. */
let saved: (readonly (readonly [number, number])[])[];
/** Ends each running segment, as the browser does when its tracks end. */
let running: (() => void)[];
let segmentBytes: number;
let errors: unknown[];
let canBegin: boolean;
/** The results of the recordings that the browser ended. */
let broken: string[];

beforeEach(() => {
  clock = new ManualClock();
  [saved, running, errors, broken, segmentBytes, canBegin] = [[], [], [], [], 1, true];
  recorder = new TileRecorder({
    clock,
    begin: () => {
      if (!canBegin) throw new DOMException('not here', 'NotSupportedError');
      const startedAtMs = clock.monotonic();
      const { promise, resolve } = Promise.withResolvers<Segment | undefined>();
      const stop = (): void => {
        running = running.filter((other) => other !== stop);
        const file = new Blob();
        Object.defineProperty(file, 'size', { value: segmentBytes });
        const endedAtMs = clock.monotonic();
        resolve(endedAtMs === startedAtMs ? undefined : { file, startedAtMs, endedAtMs });
      };
      running.push(stop);
      return { done: promise, stop };
    },
    join: async (segments, fromMs) => {
      if (segments.length === 0) return [];
      saved.push(segments.map(({ startedAtMs, endedAtMs }) => [startedAtMs / 1000, endedAtMs / 1000]));
      return [new Blob([String(fromMs)])];
    },
    save: () => undefined,
    reportError: (error) => errors.push(error),
  });
  recorder.onBroken((saving) => void saving.then((outcome) => broken.push(outcome)));
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += SEGMENT_MS / 4) {
    clock.advance(SEGMENT_MS / 4);
    await settle();
  }
}

const settle = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the replay buffer', () => {
  test('can be saved at any time, and drops older segments', async () => {
    recorder.show(tracks());
    recorder.keep(true);
    await pass(95_000);
    expect(await recorder.saveLast()).toBe('saved');
    expect(saved).toEqual([
      [
        [60, 70],
        [70, 80],
        [80, 90],
        [90, 95],
      ],
    ]);
    expect(recorder.snapshot()).toEqual({ kind: 'keeping' });
    expect(running).toHaveLength(1);
  });

  test('is not filled unless it is switched on', async () => {
    recorder.show(tracks());
    expect(running).toHaveLength(0);
    recorder.keep(true);
    await pass(10_000);
    recorder.keep(false);
    expect(running).toHaveLength(0);
    expect(await recorder.saveLast()).toBe('nothing');
    expect(clock.pending).toBe(0);
  });

  test('is complete in both files if it is saved twice at the same time', async () => {
    recorder.show(tracks());
    recorder.keep(true);
    await pass(10_000);
    expect(await Promise.all([recorder.saveLast(), recorder.saveLast()])).toEqual(['saved', 'saved']);
    expect(saved).toEqual([[[0, 10]], [[0, 10]]]);
  });
});

describe('a recording', () => {
  test('begins with the replay buffer, ends when it is stopped, and leaves the buffer running', async () => {
    recorder.show(tracks());
    recorder.keep(true);
    await pass(50_000);
    recorder.start();
    expect(recorder.snapshot()).toEqual({ kind: 'recording', startedAtMs: 50_000, fromMs: 50_000 - KEPT_MS });
    await pass(100_000);
    expect(await recorder.stop()).toBe('saved');
    const [file = []] = saved;
    expect([file[0], file.at(-1)]).toEqual([
      [20, 30],
      [140, 150],
    ]);
    expect(recorder.snapshot()).toEqual({ kind: 'keeping' });
  });

  test('begins now without a replay buffer, and nothing runs afterwards', async () => {
    recorder.show(tracks());
    recorder.start();
    await pass(5_000);
    expect(await recorder.stop()).toBe('saved');
    expect(saved).toEqual([[[0, 5]]]);
    expect([recorder.snapshot().kind, running.length, clock.pending]).toEqual(['off', 0, 0]);
    expect(await recorder.stop()).toBe('nothing');
  });

  test('continues over a new connection in the same recording', async () => {
    recorder.show(tracks());
    recorder.start();
    await pass(5_000);
    running.forEach((end) => end());
    recorder.show(undefined);
    await pass(10_000);
    recorder.show(tracks());
    await pass(5_000);
    expect(await recorder.stop()).toBe('saved');
    expect(saved).toEqual([
      [
        [0, 5],
        [15, 20],
      ],
    ]);
  });

  test('is saved when the person leaves', async () => {
    recorder.show(tracks());
    recorder.keep(true);
    recorder.start();
    await pass(5_000);
    const left = recorder.leave();
    expect(recorder.snapshot()).toEqual({ kind: 'off' });
    expect(await left).toBe('saved');
    expect([saved, running.length]).toEqual([[[[0, 5]]], 0]);
  });

  test('is split into several files if it is long, none beginning before the previous one ended', async () => {
    segmentBytes = MAX_FILE_BYTES / 4;
    recorder.show(tracks());
    recorder.start();
    await pass(60_000);
    await recorder.stop();
    const segments = saved.flat();
    expect(saved.length).toBeGreaterThan(1);
    expect(segments[0]?.[0]).toBe(0);
    expect(segments.at(-1)?.[1]).toBe(60);
    for (const [index, [from]] of segments.entries()) expect(from).toBe(segments[index - 1]?.[1] ?? 0);
  });

  test('fails and saves nothing if the browser cannot record', async () => {
    canBegin = false;
    recorder.show(tracks());
    recorder.start();
    expect(errors).toHaveLength(1);
    expect(recorder.snapshot()).toEqual({ kind: 'off' });
    await settle();
    expect([broken, saved]).toEqual([['nothing'], []]);
  });

  test('continues with another segment if the browser ends one while the video plays', async () => {
    recorder.show(tracks());
    recorder.start();
    await pass(5_000);
    running.forEach((end) => end());
    await settle();
    await pass(5_000);
    expect(await recorder.stop()).toBe('saved');
    expect([saved, broken]).toEqual([
      [
        [
          [0, 5],
          [5, 10],
        ],
      ],
      [],
    ]);
  });

  test('is saved and reported as broken if the browser ends one segment after another, and can be started again', async () => {
    recorder.show(tracks());
    recorder.start();
    await pass(5_000);
    running.forEach((end) => end());
    await settle();
    running.forEach((end) => end());
    await settle();
    expect([saved, broken, errors.length]).toEqual([[[[0, 5]]], ['saved'], 1]);
    expect([recorder.snapshot().kind, running.length, clock.pending]).toEqual(['off', 0, 0]);
    recorder.start();
    expect(running).toHaveLength(1);
  });

  test('is saved and reported as broken if the browser can record no more', async () => {
    recorder.show(tracks());
    recorder.start();
    await pass(5_000);
    canBegin = false;
    await pass(5_000);
    expect([saved, broken, recorder.snapshot().kind]).toEqual([[[[0, 10]]], ['saved'], 'off']);
  });

  test('ending just before the next segment waits for the last one', async () => {
    const shown = tracks();
    recorder.show(shown);
    recorder.start();
    await pass(7_500);
    shown.video.stop();
    canBegin = false;
    await pass(5_000);
    expect([recorder.snapshot().kind, errors, broken]).toEqual(['recording', [], []]);
    canBegin = true;
    recorder.show(tracks());
    expect(running).toHaveLength(1);
  });
});

test.each([
  ['MP4 if the browser can record it', () => true, true, 'video/mp4;codecs=avc1.42E01F,mp4a.40.2'],
  [
    'WebM if the browser cannot record MP4',
    (type: string) => type.startsWith('video/webm'),
    true,
    'video/webm;codecs=vp8,opus',
  ],
  [
    'WebM without an audio codec if there is no audio',
    (type: string) => type.startsWith('video/webm'),
    false,
    'video/webm;codecs=vp8',
  ],
  ['undefined if the browser records no known format', () => false, true, undefined],
] as const)('the recording format is %s', (_title, isSupported, hasSound, expected) => {
  expect(recordingFormat(isSupported, hasSound)).toBe(expected);
});
