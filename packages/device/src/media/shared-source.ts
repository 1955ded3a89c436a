/** @module One producer of frames shared by any number of viewers. */
import { KeyframeGroup } from './keyframe-group.ts';
import type { MediaCodec, MediaFrame, MediaSource, Subscription, Viewer } from './media-source.ts';

/** Produces frames from `start` until what it returned is called. */
export interface FrameProducer {
  readonly codec: MediaCodec;
  start(emit: Viewer): () => void;
}

/**
 * The span of time that a replayed keyframe group is squeezed into, in milliseconds. Reason: less than the distance
 * between two frames of any usual source, so that the viewer runs through the group and is live.
 */
const REPLAY_SPAN_MS = 10;

/** The smallest step between two frames of one viewer, in milliseconds. */
const MIN_STEP_MS = 0.1;

interface Watcher {
  readonly viewer: Viewer;
  lastMs: number;
  isWaitingForKeyframe: boolean;
}

/** Runs a producer while anybody watches. */
export class SharedSource implements MediaSource {
  readonly #producer: FrameProducer;
  readonly #watchers = new Set<Watcher>();
  readonly #group = new KeyframeGroup();
  #stop: (() => void) | undefined;

  constructor(producer: FrameProducer) {
    this.#producer = producer;
  }

  get codec(): MediaCodec {
    return this.#producer.codec;
  }

  /** How many watch now. */
  get viewerCount(): number {
    return this.#watchers.size;
  }

  subscribe(viewer: Viewer): Subscription {
    const watcher: Watcher = { viewer, lastMs: Number.NEGATIVE_INFINITY, isWaitingForKeyframe: true };
    this.#watchers.add(watcher);
    if (this.#stop === undefined) this.#start();
    this.#replay(watcher);
    return {
      refresh: () => {
        if (this.#watchers.has(watcher)) this.#replay(watcher);
      },
      close: () => this.#remove(watcher),
    };
  }

  /** Starts the producer; what it gives at once is what it owes since its last keyframe, and goes through the group. */
  #start(): void {
    let isStarted = false;
    this.#stop = this.#producer.start((frame) => {
      if (isStarted) this.#handleFrame(frame);
      else this.#keep(frame);
    });
    isStarted = true;
  }

  #remove(watcher: Watcher): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#group.clear();
  }

  #handleFrame(frame: MediaFrame): void {
    this.#keep(frame);
    for (const watcher of this.#watchers) this.#deliver(watcher, frame, frame.timeMs);
  }

  #keep(frame: MediaFrame): void {
    // A frame of sound stands alone: there is nothing to catch up with.
    if (this.codec.kind === 'video') this.#group.add(frame);
  }

  /** Gives a viewer the kept group, its newest frame at its own time and the others closely before it. */
  #replay(watcher: Watcher): void {
    const frames = this.#group.frames;
    const newest = frames.at(-1);
    if (newest === undefined) return;
    const stepMs = REPLAY_SPAN_MS / frames.length;
    watcher.isWaitingForKeyframe = true;
    for (const [index, frame] of frames.entries())
      this.#deliver(watcher, frame, newest.timeMs - stepMs * (frames.length - 1 - index));
  }

  #deliver(watcher: Watcher, frame: MediaFrame, timeMs: number): void {
    if (watcher.isWaitingForKeyframe && !frame.isKeyframe) return;
    watcher.isWaitingForKeyframe = false;
    watcher.lastMs = Math.max(timeMs, watcher.lastMs + MIN_STEP_MS);
    watcher.viewer({ ...frame, timeMs: watcher.lastMs });
  }
}
