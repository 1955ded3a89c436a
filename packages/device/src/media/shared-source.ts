/** @module One producer of frames shared by any number of viewers. */
import { silentLogger, type Emitter, type Logger } from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import { systemClock, type Clock } from './clock.ts';
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
 * The span of time that a replayed keyframe group is squeezed into, in milliseconds. Reason: less than the distance
 * between two frames of any usual source, so that the viewer runs through the group and is live.
 */
const REPLAY_SPAN_MS = 10;

/** The smallest step between two frames of one viewer, in milliseconds. */
const MIN_STEP_MS = 0.1;

/** Not more pictures for one viewer than this, in milliseconds. Reason: a viewer asks again until one has arrived. */
const MIN_REFRESH_INTERVAL_MS = 300;

/**
 * Bytes of replayed groups that one viewer gets in a millisecond, on average: 4 Mbit/s. Reason: a viewer loses packets because its
 * network is full; the same group over and over would keep it so.
 */
const REPLAYED_BYTES_PER_MS = 500;

/** Not more keyframes asked of the producer than this, in milliseconds. Reason: each costs every viewer as much as a second of pictures. */
const MIN_KEYFRAME_INTERVAL_MS = 1_000;

const WELL: SourceHealth = { kind: 'ok' };

interface Watcher {
  readonly viewer: Viewer;
  lastMs: number;
  isWaitingForKeyframe: boolean;
  /** Not before this is it given the group again. */
  nextReplayMs: number;
}

/** What a {@link SharedSource} may be given besides its producer. */
export interface SharedSourceOptions {
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/** Runs a producer while anybody watches. */
export class SharedSource implements MediaSource {
  readonly #producer: FrameProducer;
  readonly #clock: Clock;
  readonly #watchers = new Set<Watcher>();
  readonly #group = new KeyframeGroup();
  readonly #events: Emitter<{ change: [] }>;
  #stop: (() => void) | undefined;
  #health: SourceHealth = WELL;

  #keyframeAskedMs = Number.NEGATIVE_INFINITY;

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

  /** How the producer is doing; well while nobody watches. */
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
    // Without a group to begin with, it would wait for the next keyframe of the source's own.
    else if (this.#group.frames.length === 0) this.#askForKeyframe();
    this.#replay(watcher);
    return {
      refresh: () => {
        if (this.#watchers.has(watcher)) this.#refresh(watcher);
      },
      close: () => this.#remove(watcher),
    };
  }

  /** Starts the producer; what it gives at once is what it owes since its last keyframe, and goes through the group. */
  #start(): void {
    let isStarted = false;
    this.#stop = this.#producer.start({
      frame: (frame) => {
        if (isStarted) this.#handleFrame(frame);
        else this.#keep(frame);
      },
      failing: (message) => this.#handleFailing(message),
      ok: () => this.#setHealth(WELL),
    });
    isStarted = true;
  }

  #remove(watcher: Watcher): void {
    if (!this.#watchers.delete(watcher) || this.#watchers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#group.clear();
    this.#setHealth(WELL);
  }

  /** What comes after a failure has nothing to do with what came before. */
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
    this.#keep(frame);
    for (const watcher of this.#watchers) this.#deliver(watcher, frame, frame.timeMs);
  }

  #keep(frame: MediaFrame): void {
    // A frame of sound stands alone: there is nothing to catch up with.
    if (this.kind === 'video') this.#group.add(frame);
  }

  #refresh(watcher: Watcher): void {
    this.#askForKeyframe();
    const nowMs = this.#clock.steadyMs();
    if (nowMs < watcher.nextReplayMs) return;
    watcher.nextReplayMs =
      nowMs + Math.max(MIN_REFRESH_INTERVAL_MS, this.#group.bytes / REPLAYED_BYTES_PER_MS);
    this.#replay(watcher);
  }

  #askForKeyframe(): void {
    const nowMs = this.#clock.steadyMs();
    if (this.kind !== 'video' || nowMs - this.#keyframeAskedMs < MIN_KEYFRAME_INTERVAL_MS) return;
    this.#keyframeAskedMs = nowMs;
    this.#producer.requestKeyframe?.();
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
