/** @module The frames since the last keyframe: what a new viewer needs to have a picture at once. */
import type { MediaFrame } from './media-source.ts';

/** Most bytes kept: 10 s of 8 Mbit/s. Reason: a source that hardly ever sends a keyframe must not fill the memory. */
export const MAX_GROUP_BYTES: number = 10 * 1024 * 1024;

/** Most frames kept: 20 s at 30 a second; more would take a viewer too long to run through. */
export const MAX_GROUP_FRAMES = 600;

/** Keeps the last keyframe and what came after it. */
export class KeyframeGroup {
  #frames: MediaFrame[] = [];
  #bytes = 0;

  /** The kept frames, a keyframe first; empty when there is no keyframe yet or the group grew too large. */
  get frames(): readonly MediaFrame[] {
    return this.#frames;
  }

  /** The size of the kept frames. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes the next frame of the source. */
  add(frame: MediaFrame): void {
    if (frame.isKeyframe) this.clear();
    else if (this.#frames.length === 0) return;
    this.#frames.push(frame);
    this.#bytes += frameBytes(frame);
    if (this.#bytes > MAX_GROUP_BYTES || this.#frames.length > MAX_GROUP_FRAMES) this.clear();
  }

  /** Forgets every frame. */
  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}

function frameBytes({ data, payloads = [] }: MediaFrame): number {
  return payloads.reduce((sum, { length }) => sum + length, data.length);
}
