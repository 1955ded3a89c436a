/** @module One track of a clip in memory: its frames in presentation order, with times. */
import type { MediaCodec } from './media-source.ts';

/** One frame of a clip. */
export interface ClipFrame {
  readonly data: Uint8Array;
  /** The time since the start of the clip, in milliseconds. */
  readonly atMs: number;
  readonly isKeyframe: boolean;
}

/** One track of a clip. */
export interface ClipTrack {
  readonly codec: MediaCodec;
  /** At least one frame; the first is a keyframe, and each is later than the previous one. */
  readonly frames: readonly ClipFrame[];
}

/** The index of the first frame after a position; the number of frames if there is none. */
export function firstFrameAfter(frames: readonly ClipFrame[], positionMs: number): number {
  const index = frames.findIndex(({ atMs }) => atMs > positionMs);
  return index === -1 ? frames.length : index;
}

/** The index of the last keyframe before another index; 0 if there is none. */
export function keyframeBefore(frames: readonly ClipFrame[], index: number): number {
  return Math.max(
    frames.findLastIndex(({ isKeyframe }, candidate) => isKeyframe && candidate < index),
    0,
  );
}
