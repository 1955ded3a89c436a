/** @module A camera whose settings change while it has viewers: it offers the new codecs, and viewers continue if they can. */
import { silentLogger } from '@longwire/protocol';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { FrameProducer, ProducerOutput } from '../frame-producer.ts';
import type { MediaCodec, MediaCodecName } from '../media-source.ts';
import { SharedSource } from '../shared-source.ts';
import { CameraTrack } from './camera-track.ts';
import {
  CountedFfmpeg,
  H264,
  PICTURE,
  PROGRAM_TIMEOUT,
  SOON,
  TEST_TIMING,
  TONE,
} from './counted-ffmpeg.fixture.ts';
import { openFfmpegSource } from './open-ffmpeg-source.ts';
import { TcpCamera } from './tcp-camera.fixture.ts';

vi.setConfig(PROGRAM_TIMEOUT);

const ffmpeg = new CountedFfmpeg();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await ffmpeg.allGone();
});
afterAll(() => ffmpeg.remove());

const H265 = '-c:v libx265 -preset ultrafast -pix_fmt yuv420p -g 10 -x265-params log-level=error:bframes=0';

const video = (name: MediaCodecName): MediaCodec => ({
  kind: 'video',
  name,
  clockRate: 90_000,
  parameters: '',
});

interface Variant {
  readonly source: SharedSource;
  readonly emit: (timeMs: number) => void;
  /** Whether the source has viewers. */
  readonly isRunning: () => boolean;
}

/** A source and its output while it runs. */
function variantOf(name: MediaCodecName): Variant {
  let running: ProducerOutput | undefined;
  const producer: FrameProducer = {
    codec: video(name),
    start: (output) => {
      running = output;
      return () => (running = undefined);
    },
  };
  const emit = (timeMs: number): void => running?.frame({ data: Uint8Array.of(1), timeMs, isKeyframe: true });
  return { source: new SharedSource(producer), emit, isRunning: () => running !== undefined };
}

test('viewers continue in the same codec when its source is replaced', () => {
  const track = new CameraTrack('video', {
    logger: silentLogger,
    prepare: () => undefined,
    isCostly: false,
  });
  const [first, second, other] = [variantOf('H264'), variantOf('H264'), variantOf('H265')];
  track.setVariants([first.source]);
  const times: number[] = [];
  const subscription = track.subscribe(({ timeMs }) => times.push(timeMs), video('H264'));
  first.emit(1);
  track.setVariants([second.source]);
  first.emit(2);
  second.emit(3);
  expect(times).toEqual([1, 3]);
  track.setVariants([other.source]);
  other.emit(4);
  expect(times).toEqual([1, 3]);
  track.setVariants([first.source]);
  first.emit(5);
  expect(times).toEqual([1, 3, 5]);
  expect(first.isRunning()).toBe(true);
  subscription.close();
  expect(first.isRunning()).toBe(false);
  track.setVariants([second.source]);
  expect(second.isRunning()).toBe(false);
});

test('offers H.265 after the video codec changes, and the audio continues', async () => {
  const before = ffmpeg.make('h264.ts', [...PICTURE, ...TONE, ...H264, '-c:a', 'aac']);
  const after = ffmpeg.make('h265.ts', [...PICTURE, ...TONE, ...H265.split(' '), '-c:a', 'aac']);
  const camera = new TcpCamera(before);
  await camera.switchOn();
  closing.push(() => camera.switchOff());
  const source = openFfmpegSource({
    name: 'door',
    ffmpegPath: ffmpeg.path,
    timing: TEST_TIMING,
    input: camera.input,
    inputOptions: ['-re', '-f', 'mpegts'],
  });
  closing.unshift(() => source.close());
  const counts = { video: 0, audio: 0 };
  const watch = (kind: keyof typeof counts): void => {
    const [codec] = source[kind]?.codecs ?? [];
    if (codec !== undefined) source[kind]?.subscribe(() => (counts[kind] += 1), codec);
  };
  await vi.waitFor(() => expect(source.video?.codecs).toMatchObject([{ name: 'H264' }]), SOON);
  watch('video');
  watch('audio');
  await vi.waitFor(() => expect(counts.audio).toBeGreaterThan(3), SOON);
  await camera.switchOff();
  camera.send(after);
  await camera.switchOn();
  await vi.waitFor(() => expect(source.video?.codecs).toMatchObject([{ name: 'H265' }]), SOON);
  counts.audio = 0;
  counts.video = 0;
  await vi.waitFor(() => expect(counts.audio).toBeGreaterThan(3), SOON);
  expect(counts.video).toBe(0);
  watch('video');
  await vi.waitFor(() => expect(counts.video).toBeGreaterThan(3), SOON);
});
