/** @module A camera that runs before its first viewer: after a login for a short time, or always. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { MediaCodec, MediaFrame } from '../media-source.ts';
import { SharedSource } from '../shared-source.ts';
import { CountedFfmpeg, H264, PICTURE, PROGRAM_TIMEOUT, SOON } from './counted-ffmpeg.fixture.ts';
import { FfmpegFeed } from './ffmpeg-feed.ts';
import { openFfmpegSource } from './open-ffmpeg-source.ts';
import { DEFAULT_CAMERA_TIMING } from './restart-policy.ts';

vi.setConfig(PROGRAM_TIMEOUT);

const codec: MediaCodec = { kind: 'video', name: 'H264', clockRate: 90_000, parameters: '' };
const { graceMs, preparedMs, retryBaseMs, retryCapMs } = DEFAULT_CAMERA_TIMING;

const ffmpeg = new CountedFfmpeg();
const clip = ffmpeg.make('clip.mp4', [...PICTURE, ...H264]);
const silent = join(ffmpeg.directory, 'silent-ffmpeg');
writeFileSync(silent, '#!/bin/sh\nexec sleep 60\n');
chmodSync(silent, 0o755);

const open = new Set<FfmpegFeed>();
afterEach(async () => {
  for (const feed of open) feed.close();
  open.clear();
  await ffmpeg.allGone();
});
afterAll(() => ffmpeg.remove());

/** A feed and its starts and stops. */
function createFeed(ffmpegPath: string, keepWarm: boolean) {
  const clock = new ManualClock(0);
  const events: string[] = [];
  const feed = new FfmpegFeed({
    name: 'camera',
    ffmpegPath,
    plan: { video: { codec, args: ['-c:v', 'copy'] } },
    openInput: () => ({ args: ['-re', '-stream_loop', '-1', '-i', clip] }),
    redact: (text) => text,
    handleProblem: () => undefined,
    logger: { ...silentLogger, debug: (event) => events.push(event), warn: (event) => events.push(event) },
    timing: DEFAULT_CAMERA_TIMING,
    keepWarm,
    clock,
  });
  open.add(feed);
  const watch = (): (() => void) | undefined =>
    feed.producer('video')?.start({ frame: () => undefined, ok: () => undefined, failing: () => undefined });
  return { clock, events, feed, watch };
}

test('a prepared camera ends if no viewer comes in time, counted from the last preparation', () => {
  const { clock, events, feed } = createFeed(silent, false);
  feed.prepare();
  clock.advance(preparedMs - 1);
  feed.prepare();
  clock.advance(preparedMs - 1);
  expect(events).toEqual(['camera.started']);
  clock.advance(1);
  expect(events).toEqual(['camera.started', 'camera.stopped']);
  expect(clock.pending).toBe(0);
});

test('the first viewer of a prepared camera starts no process, and the camera ends after the last viewer', () => {
  const { clock, events, feed, watch } = createFeed(silent, false);
  feed.prepare();
  const leave = watch();
  feed.prepare();
  clock.advance(10 * preparedMs);
  expect(events).toEqual(['camera.started']);
  leave?.();
  clock.advance(graceMs);
  expect(events).toEqual(['camera.started', 'camera.stopped']);
});

test('a prepared camera that fails is not retried without viewers', async () => {
  const { clock, events, feed } = createFeed('/nowhere/ffmpeg', false);
  feed.prepare();
  await vi.waitFor(() => expect(events).toContain('camera.stopped'), SOON);
  clock.advance(retryBaseMs);
  expect(events).toEqual(['camera.started', 'camera.stopped']);
});

test('a camera that has failed is retried for its viewers, and no more once the last has left', async () => {
  const { clock, events, watch } = createFeed('/nowhere/ffmpeg', false);
  const leave = watch();
  const failed = async (count: number): Promise<void> =>
    await vi.waitFor(
      () => expect(events.filter((event) => event === 'camera.failed')).toHaveLength(count),
      SOON,
    );
  await failed(1);
  clock.advance(retryCapMs);
  await failed(2);
  leave?.();
  clock.advance(graceMs + retryCapMs);
  expect(events.filter((event) => event === 'camera.started')).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

test('a camera that is kept warm runs without viewers, and is retried after a failure', async () => {
  const { clock, events, feed, watch } = createFeed(silent, true);
  feed.prepare();
  watch()?.();
  clock.advance(10 * preparedMs);
  expect(events).toEqual(['camera.started']);
  const missing = createFeed('/nowhere/ffmpeg', true);
  missing.feed.prepare();
  await vi.waitFor(() => expect(missing.events).toContain('camera.failed'), SOON);
  missing.clock.advance(retryBaseMs);
  expect(missing.events.filter((event) => event === 'camera.started')).toHaveLength(2);
});

test('the first viewer of a camera that is kept warm gets its latest keyframe group at once', async () => {
  const { feed, events } = createFeed(ffmpeg.path, true);
  const producer = feed.producer('video');
  if (producer === undefined) throw new Error('no video');
  feed.prepare();
  const source = new SharedSource(producer);
  const joined = (): readonly MediaFrame[] => {
    const frames: MediaFrame[] = [];
    source.subscribe((frame) => frames.push(frame)).close();
    return frames;
  };
  await vi.waitFor(() => expect(joined()[0]?.isKeyframe).toBe(true), SOON);
  expect(events).toEqual(['camera.started']);
  expect(ffmpeg.pids).toHaveLength(1);
});

test('a camera that is prepared before it has been reached starts as soon as it has', async () => {
  const source = openFfmpegSource({ name: 'door', input: clip, audio: false, ffmpegPath: ffmpeg.path });
  try {
    expect(source.video?.codecs).toEqual([]);
    source.video?.prepare?.();
    await vi.waitFor(() => expect(ffmpeg.alive).toHaveLength(1), SOON);
    expect(source.video?.codecs).toHaveLength(1);
  } finally {
    source.close();
  }
});
