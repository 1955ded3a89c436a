/** @module Shares one frame producer between any number of viewers. */
import { silentLogger, type Emitter, type Logger } from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import type { Clock } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import type { FrameProducer } from './frame-producer.ts';
import { KeyframeGroup } from './keyframe-group.ts';
import type {
  MediaCodec,
  MediaFrame,
  MediaSource,
  SourceHealth,
  Subscription,
  Viewer,
} from './media-source.ts';

/**
 * The time span into which a replayed keyframe group is compressed, in milliseconds. Reason: less than the interval
 * between two frames of any usual source, so that the viewer decodes the group quickly and is live.
 */
const REPLAY_SPAN_MS = 10;

/** The smallest step between two frames of one viewer, in milliseconds. */
const MIN_STEP_MS = 0.1;

/** Shortest interval between two replays for one viewer, in milliseconds. Reason: a viewer repeats its request until one has arrived. */
const MIN_REFRESH_INTERVAL_MS = 300;

/**
 * Replayed bytes per millisecond for one viewer, on average: 4 Mbit/s. Reason: a viewer loses packets because its network is
 * congested; frequent replays would keep it congested.
 */
const REPLAYED_BYTES_PER_MS = 500;

/** Shortest interval between two keyframe requests, in milliseconds. Reason: each costs every viewer as much as a second of video. */
const MIN_KEYFRAME_INTERVAL_MS = 1_000;

const HEALTHY: SourceHealth = { kind: 'ok' };

interface Watcher {
  readonly viewer: Viewer;
  lastMs: number;
  isWaitingForKeyframe: boolean;
  /** The earliest time of the next replay. */
  nextReplayMs: number;
}

/** Options of {@link SharedSource}. */
export interface SharedSourceOptions {
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/** Runs a producer while it has viewers. */
export class SharedSource implements MediaSource {
  readonly #producer: FrameProducer;
  readonly #clock: Clock;
  readonly #watchers = new Set<Watcher>();
  readonly #group = new KeyframeGroup();
  readonly #events: Emitter<{ change: [] }>;
  #stop: (() => void) | undefined;
  #health: SourceHealth = HEALTHY;

  #keyframeRequestedMs = Number.NEGATIVE_INFINITY;

  constructor(
    producer: FrameProducer,
    { logger = silentLogger, clock = systemClock }: SharedSourceOptions = {},
  ) {
    this.#producer = producer;
    this.#clock = clock;
    this.#events = createEmitter(logger);
  }

  get kind(): MediaCodec['kind'] {
    return this.#producer.codec.kind;
  }

  get codecs(): readonly MediaCodec[] {
    return [this.#producer.codec];
  }

  /** The producer's health; `ok` without viewers. */
  get health(): SourceHealth {
    return this.#health;
  }

  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }

  subscribe(viewer: Viewer): Subscription {
    const watcher: Watcher = {
      viewer,
      lastMs: Number.NEGATIVE_INFINITY,
      isWaitingForKeyframe: true,
      nextReplayMs: 0,
    };
    this.#watchers.add(watcher);
    if (this.#stop === undefined) this.#start();
    // Without a stored group the viewer would wait for the source's next keyframe.
    else if (this.#group.frames.length === 0) this.#requestKeyframe();
    this.#replay(watcher);
    return {
      refresh: ({ maxBytes = Number.POSITIVE_INFINITY } = {}) => {
        if (this.#watchers.has(watcher)) this.#refresh(watcher, maxBytes);
      },
      close: () => this.#remove(watcher),
    };
  }

  /** Starts the producer. Frames that it emits synchronously belong to the group since its last keyframe, and are replayed from there. */
  #start(): void {
    let isStarted = false;
    this.#stop = this.#producer.start({
      frame: (frame) => {
        if (isStarted) this.#handleFrame(frame);
        else this.#store(frame);
      },
      failing: (message) => this.#handleFailing(message),
      ok: () => this.#setHealth(HEALTHY),
    });
    isStarted = true;
  }

  #remove(watcher: Watcher): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#group.clear();
    this.#setHealth(HEALTHY);
  }

  /** Clears the group: frames after a failure do not depend on earlier ones. */
  #handleFailing(message: string): void {
    this.#group.clear();
    for (const watcher of this.#watchers) watcher.isWaitingForKeyframe = true;
    this.#setHealth({ kind: 'failing', message });
  }

  #setHealth(health: SourceHealth): void {
    const before = this.#health;
    const isSame =
      before.kind === 'failing' && health.kind === 'failing'
        ? before.message === health.message
        : before.kind === health.kind;
    if (isSame) return;
    this.#health = health;
    this.#events.emit('change');
  }

  #handleFrame(frame: MediaFrame): void {
    this.#store(frame);
    for (const watcher of this.#watchers) this.#deliver(watcher, frame, frame.timeMs);
  }

  #store(frame: MediaFrame): void {
    // Audio frames are independent, so they are never replayed.
    if (this.kind === 'video') this.#group.add(frame);
  }

  #refresh(watcher: Watcher, maxBytes: number): void {
    this.#requestKeyframe();
    const nowMs = this.#clock.monotonic();
    if (nowMs < watcher.nextReplayMs || this.#group.bytes > maxBytes) return;
    watcher.nextReplayMs =
      nowMs + Math.max(MIN_REFRESH_INTERVAL_MS, this.#group.bytes / REPLAYED_BYTES_PER_MS);
    this.#replay(watcher);
  }

  #requestKeyframe(): void {
    const nowMs = this.#clock.monotonic();
    if (this.kind !== 'video' || nowMs - this.#keyframeRequestedMs < MIN_KEYFRAME_INTERVAL_MS) return;
    this.#keyframeRequestedMs = nowMs;
    this.#producer.requestKeyframe?.();
  }

  /** Sends a viewer the stored group: the newest frame at its own time, the others shortly before it. */
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
