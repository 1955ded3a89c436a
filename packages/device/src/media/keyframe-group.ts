/** @module Stores the frames since the last keyframe, which a new viewer needs to see a picture immediately. */
import type { MediaFrame } from './media-source.ts';

/** Most stored bytes: 10 s at 8 Mbit/s. Reason: a source that rarely sends a keyframe must not fill the memory. */
export const MAX_GROUP_BYTES: number = 10 * 1024 * 1024;

/** Most stored frames: 20 s at 30 frames per second; decoding more would take a viewer too long. */
export const MAX_GROUP_FRAMES = 600;

/** Stores the last keyframe and all later frames. */
export class KeyframeGroup {
  #frames: MediaFrame[] = [];
  #bytes = 0;

  /** The stored frames, a keyframe first; empty before the first keyframe or if the group is too large. */
  get frames(): readonly MediaFrame[] {
    return this.#frames;
  }

  /** The size of the stored frames, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds the next frame of the source. */
  add(frame: MediaFrame): void {
    if (frame.isKeyframe) this.clear();
    else if (this.#frames.length === 0) return;
    this.#frames.push(frame);
    this.#bytes += frameBytes(frame);
    if (this.#bytes > MAX_GROUP_BYTES || this.#frames.length > MAX_GROUP_FRAMES) this.clear();
  }

  /** Removes all frames. */
  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}

function frameBytes({ data, payloads = [] }: MediaFrame): number {
  return payloads.reduce((sum, { length }) => sum + length, data.length);
}
