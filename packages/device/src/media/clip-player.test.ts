/** @module A clip stays aligned to the wall clock. */
import { expect, test } from 'vitest';
import { ClipPlayer } from './clip-player.ts';
import type { ClipTrack } from './clip-track.ts';
import { ManualClock } from '@longwire/testing/clock';
import type { ProducerOutput } from './frame-producer.ts';
import type { MediaFrame } from './media-source.ts';

/** Ten seconds at four frames per second; each second starts with a keyframe, and each frame contains its index. */
const track: ClipTrack = {
  codec: { kind: 'video', name: 'H264', clockRate: 90_000, parameters: '' },
  frames: Array.from({ length: 40 }, (_, index) => ({
    data: Uint8Array.of(index),
    atMs: index * 250,
    isKeyframe: index % 4 === 0,
  })),
};

const into = (frame: ProducerOutput['frame']): ProducerOutput => ({
  frame,
  failing: () => undefined,
  ok: () => undefined,
});

function play(wallMs: number) {
  const clock = new ManualClock(wallMs);
  const frames: MediaFrame[] = [];
  const stop = new ClipPlayer({ track, durationMs: 10_000, clock }).start(
    into((frame) => frames.push(frame)),
  );
  const numbers = (): (number | undefined)[] => frames.splice(0).map(({ data }) => data[0]);
  return { clock, frames, stop, numbers };
}

test('starts at the wall clock’s position with all frames since the last keyframe', () => {
  const { numbers } = play(1_000_003_600);
  expect(numbers()).toEqual([12, 13, 14]);
});

test('emits each later frame at its time', () => {
  const { clock, numbers } = play(1_000_003_600);
  numbers();
  clock.advance(149);
  expect(numbers()).toEqual([]);
  clock.advance(1);
  expect(numbers()).toEqual([15]);
  clock.advance(500);
  expect(numbers()).toEqual([16, 17]);
});

test('loops for an hour without drift and with increasing times', () => {
  const { clock, frames } = play(1_000_000_000);
  clock.advance(3_600_000);
  expect(frames).toHaveLength(3600 * 4 + 1);
  expect(frames.at(-1)).toMatchObject({ data: Uint8Array.of(0), timeMs: 3_600_000, isKeyframe: true });
  expect(frames.every(({ timeMs }, index) => timeMs > (frames[index - 1]?.timeMs ?? -1))).toBe(true);
});

test('follows a slightly adjusted wall clock at the next loop', () => {
  const { clock, frames } = play(1_000_000_000);
  clock.moveWall(120);
  clock.advance(9_880);
  expect(frames.at(-1)?.data).toEqual(Uint8Array.of(0));
});

test('follows a changed wall clock at the next loop, from a keyframe', () => {
  const { clock, numbers } = play(1_000_000_000);
  clock.moveWall(3_300);
  clock.advance(9_749);
  numbers();
  clock.advance(1);
  expect(numbers()).toEqual([39, 12]);
});

test('seeks after the machine was suspended instead of catching up', () => {
  const { clock, numbers } = play(1_000_000_000);
  clock.advance(100);
  numbers();
  clock.sleep(5_250);
  clock.advance(0);
  expect(numbers()).toEqual([20, 21]);
});

test('leaves no timer when stopped, even by a viewer during a frame', () => {
  const { clock, stop } = play(1_000_000_000);
  stop();
  expect(clock.pending).toBe(0);
  const stops: (() => void)[] = [];
  const player = new ClipPlayer({ track, durationMs: 10_000, clock });
  stops.push(player.start(into(() => stops.forEach((each) => each()))));
  expect(clock.pending).toBe(1);
  clock.advance(300);
  expect(clock.pending).toBe(0);
});
