/** @module The frames since the last keyframe: what a new viewer needs to have a picture at once. */
import type { MediaFrame } from './media-source.ts';

/** Most bytes kept. Reason: a source that hardly ever sends a keyframe must not fill the memory. */
export const MAX_GROUP_BYTES: number = 8 * 1024 * 1024;

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

  /** Takes the next frame of the source. */
  add(frame: MediaFrame): void {
    if (frame.isKeyframe) this.clear();
    else if (this.#frames.length === 0) return;
    this.#frames.push(frame);
    this.#bytes += frame.data.length;
    if (this.#bytes > MAX_GROUP_BYTES || this.#frames.length > MAX_GROUP_FRAMES) this.clear();
  }

  /** Forgets every frame. */
  clear(): void {
    this.#frames = [];
    this.#bytes = 0;
  }
}
