/** @module One track of a clip, in memory: frames in the order and at the times in which they are shown. */
import type { MediaCodec } from './media-source.ts';

/** One frame of a clip. */
export interface ClipFrame {
  readonly data: Uint8Array;
  /** From the start of the clip, in milliseconds. */
  readonly atMs: number;
  readonly isKeyframe: boolean;
}

/** One track of a clip. */
export interface ClipTrack {
  readonly codec: MediaCodec;
  /** At least one frame, the first one a keyframe, each later than the one before. */
  readonly frames: readonly ClipFrame[];
}

/** Index of the first frame that is not due yet at a position; the number of frames when all are due. */
export function firstFrameAfter(frames: readonly ClipFrame[], positionMs: number): number {
  const index = frames.findIndex(({ atMs }) => atMs > positionMs);
  return index === -1 ? frames.length : index;
}

/** Index of the last keyframe before another index; 0 when there is none. */
export function keyframeBefore(frames: readonly ClipFrame[], index: number): number {
  return Math.max(
    frames.findLastIndex(({ isKeyframe }, candidate) => isKeyframe && candidate < index),
    0,
  );
}
