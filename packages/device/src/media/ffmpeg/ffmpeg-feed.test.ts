/** @module Start and end of a camera: immediately for the first viewer; after a failure, viewers who join and leave do not cause earlier retries; the end of a long run is explained. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, type Clock } from '@longwire/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaCodec } from '../media-source.ts';
import { FfmpegFeed } from './ffmpeg-feed.ts';
import { DEFAULT_CAMERA_TIMING } from './restart-policy.ts';

const codec: MediaCodec = { kind: 'video', name: 'VP8', clockRate: 90_000, parameters: '' };

function createFeed(ffmpegPath: string, clock: Clock, log: (event: string) => void): FfmpegFeed {
  return new FfmpegFeed({
    name: 'camera',
    ffmpegPath,
    plan: { video: { codec, args: [] } },
    openInput: () => ({ args: [] }),
    redact: (text) => text,
    handleProblem: () => undefined,
    logger: { ...silentLogger, debug: log, info: log },
    timing: DEFAULT_CAMERA_TIMING,
    clock,
  });
}

test('a viewer who joins and leaves repeatedly does not cause earlier retries of a failed camera', async () => {
  const clock = new ManualClock(0);
  let started = 0;
  const feed = createFeed(
    '/nowhere/ffmpeg',
    clock,
    (event) => (started += event === 'camera.started' ? 1 : 0),
  );
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

test('the end of a long run is explained by its last lines, and its first ones are logged', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'longwire-feed-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const program = join(directory, 'ffmpeg');
  const warnings = `${'x: Invalid data found when processing input\n'.repeat(45)}Server returned 401 Unauthorized`;
  writeFileSync(program, `#!/bin/sh\necho '${warnings}' >&2\nexit 1\n`);
  chmodSync(program, 0o755);
  const events: string[] = [];
  const feed = createFeed(program, new ManualClock(0), (event) => events.push(event));
  const failed = Promise.withResolvers<string>();
  feed.producer('video')?.start({ frame: () => undefined, ok: () => undefined, failing: failed.resolve });
  expect(await failed.promise).toBe('The camera refuses the user name or the password.');
  expect(events.filter((event) => event === 'camera.ffmpeg-warned')).toHaveLength(40);
  feed.close();
});
