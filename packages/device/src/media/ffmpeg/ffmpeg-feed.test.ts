/** @module Start of a camera: immediately for the first viewer; after a failure, viewers who join and leave do not cause earlier retries. */
import { silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaCodec } from '../media-source.ts';
import { FfmpegFeed } from './ffmpeg-feed.ts';
import { DEFAULT_CAMERA_TIMING } from './restart-policy.ts';

const codec: MediaCodec = { kind: 'video', name: 'VP8', clockRate: 90_000, parameters: '' };

test('a viewer who joins and leaves repeatedly does not cause earlier retries of a failed camera', async () => {
  const clock = new ManualClock(0);
  let started = 0;
  const feed = new FfmpegFeed({
    name: 'camera',
    ffmpegPath: '/nowhere/ffmpeg',
    plan: { video: { codec, args: [] } },
    openInput: () => ({ args: [] }),
    redact: (text) => text,
    handleProblem: () => undefined,
    logger: { ...silentLogger, debug: (event) => (started += event === 'camera.started' ? 1 : 0) },
    timing: DEFAULT_CAMERA_TIMING,
    clock,
  });
  /** Stays a viewer until the camera fails. */
  const watch = async (): Promise<void> => {
    const failed = Promise.withResolvers<void>();
    const output = { frame: () => undefined, ok: () => undefined, failing: () => failed.resolve() };
    const stop = feed.producer('video')?.start(output);
    await failed.promise;
    stop?.();
  };
  for (let count = 0; count < 20; count += 1) await watch();
  expect(started).toBe(1);
  clock.advance(DEFAULT_CAMERA_TIMING.retryBaseMs);
  expect([started, clock.pending]).toEqual([1, 0]);
  feed.producer('video')?.start({ frame: () => undefined, ok: () => undefined, failing: () => undefined });
  expect(started).toBe(2);
  feed.close();
});
