/** @module Joined segments, read back: times, length, and segments that cannot be in one file. */

import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, test } from 'vitest';
import { joinSegments } from './join-segments.ts';
import type { Segment } from './segment.ts';

const FRAME_S = 0.1;
const AUDIO = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2 };

/** A segment of video at ten frames a second with one key frame each second, and audio. */
async function makeSegment(
  startedAtMs: number,
  seconds: number,
  { codec = 'vp8', hasSound = true }: { readonly codec?: 'vp8' | 'vp9'; readonly hasSound?: boolean } = {},
): Promise<Segment> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const [video, audio] = [new EncodedVideoPacketSource(codec), new EncodedAudioPacketSource('opus')];
  output.addVideoTrack(video);
  if (hasSound) output.addAudioTrack(audio);
  await output.start();
  const decoderConfig = { codec: codec === 'vp8' ? 'vp8' : 'vp09.00.10.08', codedWidth: 64, codedHeight: 48 };
  for (let index = 0; index < seconds * 10; index += 1) {
    const type = index % 10 === 0 ? 'key' : 'delta';
    const bytes = Uint8Array.of(index);
    await video.add(new EncodedPacket(bytes, type, index * FRAME_S, FRAME_S), { decoderConfig });
    if (hasSound)
      await audio.add(new EncodedPacket(bytes, 'key', index * FRAME_S, FRAME_S), { decoderConfig: AUDIO });
  }
  await output.finalize();
  const file = new Blob([target.buffer ?? new ArrayBuffer()], { type: 'video/webm;codecs=vp8,opus' });
  return { file, startedAtMs, endedAtMs: startedAtMs + seconds * 1000 };
}

async function times(track: InputTrack | null): Promise<readonly number[]> {
  const all: number[] = [];
  if (track !== null)
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) all.push(timestamp);
  return all;
}

async function read(file: Blob | undefined) {
  if (file === undefined) throw new Error('a file expected');
  const input = new Input({ source: new BlobSource(file), formats: [WEBM] });
  const video = await input.getPrimaryVideoTrack();
  const first = video === null ? null : await new EncodedPacketSink(video).getFirstPacket();
  return {
    type: file.type,
    duration: await input.computeDuration(),
    video: await times(video),
    audio: await times(await input.getPrimaryAudioTrack()),
    firstType: first?.type,
  };
}

test('segments that overlap slightly are joined without repeating or losing anything', async () => {
  const files = await joinSegments(
    [await makeSegment(0, 10), await makeSegment(9_950, 10), await makeSegment(19_950, 5)],
    0,
  );
  expect(files).toHaveLength(1);
  const { duration, video, audio, type } = await read(files[0]);
  expect(type).toBe('video/webm');
  expect(Math.abs(duration - 24.95)).toBeLessThan(0.15);
  expect([video.length, audio.length]).toEqual([250, 250]);
  expect(video).toEqual(video.toSorted((a, b) => a - b));
});

test('a joined file begins with the last key frame before the requested time', async () => {
  const { duration, firstType, video } = await read(
    (await joinSegments([await makeSegment(0, 10), await makeSegment(10_000, 10)], 5_500))[0],
  );
  expect([firstType, video[0]]).toEqual(['key', 0]);
  expect(Math.abs(duration - 15)).toBeLessThan(0.15);
});

test('a joined file freezes the video over a gap, and continues at the right time', async () => {
  const { duration, video } = await read(
    (await joinSegments([await makeSegment(0, 5), await makeSegment(12_000, 5)], 0))[0],
  );
  expect(Math.abs(duration - 17)).toBeLessThan(0.15);
  expect(video.filter((time) => time > 4.95 && time < 11.95)).toEqual([]);
});

test('segments that one decoder cannot play together become separate files, and invalid ones are skipped', async () => {
  const broken: Segment = { file: new Blob(), startedAtMs: 20_000, endedAtMs: 21_000 };
  const files = await joinSegments(
    [
      await makeSegment(0, 3),
      await makeSegment(3_000, 3, { codec: 'vp9' }),
      await makeSegment(6_000, 3, { codec: 'vp9', hasSound: false }),
      broken,
    ],
    0,
  );
  expect(await Promise.all(files.map(async (file) => (await read(file)).video.length))).toEqual([30, 30, 30]);
  expect(await joinSegments([], 0)).toEqual([]);
});
