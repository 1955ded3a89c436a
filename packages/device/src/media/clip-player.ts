/** @module Plays one track of a clip in a loop, aligned to the wall clock. */
import { firstFrameAfter, keyframeBefore, type ClipTrack } from './clip-track.ts';
import type { Clock } from '@longwire/protocol';
import { systemClock } from '../time/system-clock.ts';
import type { FrameProducer, ProducerOutput } from './frame-producer.ts';
import type { MediaCodec } from './media-source.ts';

/** Options of {@link ClipPlayer}. */
export interface ClipPlayerOptions {
  readonly track: ClipTrack;
  /** The length of one loop, in milliseconds. */
  readonly durationMs: number;
  readonly clock?: Clock;
}

/** If the player is later than this, it seeks instead of catching up frame by frame, in milliseconds. */
const MAX_LATENESS_MS = 1_000;

/** Produces the frames of a clip's track in real time. */
export class ClipPlayer implements FrameProducer {
  readonly #options: Required<ClipPlayerOptions>;

  constructor({ clock = systemClock, ...options }: ClipPlayerOptions) {
    this.#options = { ...options, clock };
  }

  get codec(): MediaCodec {
    return this.#options.track.codec;
  }

  /** Starts at the clock's position and immediately emits all frames since the last keyframe before it. */
  start(output: ProducerOutput): () => void {
    const run = new ClipRun(this.#options, output);
    run.start();
    return () => run.stop();
  }
}

/** One run of a player, from its start to its stop. */
class ClipRun {
  readonly #track: ClipTrack;
  readonly #durationMs: number;
  readonly #clock: Clock;
  readonly #output: ProducerOutput;
  /** The start of the current loop, on the steady clock. */
  #roundMs = 0;
  /** The index of the next frame. */
  #next = 0;
  #stopTimer: (() => void) | undefined;
  #isStopped = false;

  constructor({ track, durationMs, clock }: Required<ClipPlayerOptions>, output: ProducerOutput) {
    this.#track = track;
    this.#durationMs = durationMs;
    this.#clock = clock;
    this.#output = output;
  }

  start(): void {
    this.#seek();
    this.#tick();
  }

  stop(): void {
    this.#isStopped = true;
    this.#stopTimer?.();
  }

  /** The start of the loop that the wall clock is in, on the steady clock. */
  #wallRoundMs(): number {
    return this.#clock.monotonic() - (this.#clock.wall() % this.#durationMs);
  }

  #seek(): void {
    const { frames } = this.#track;
    this.#roundMs = this.#wallRoundMs();
    this.#next = keyframeBefore(frames, firstFrameAfter(frames, this.#clock.monotonic() - this.#roundMs));
  }

  /** Starts the next loop, aligned to the wall clock again. */
  #wrap(): void {
    const expectedMs = this.#roundMs + this.#durationMs;
    const wallMs = this.#wallRoundMs();
    // Slightly before the loop ends on the wall clock, that clock is still in the loop that was just played.
    const nearestMs = wallMs < expectedMs - this.#durationMs / 2 ? wallMs + this.#durationMs : wallMs;
    if (Math.abs(nearestMs - expectedMs) > MAX_LATENESS_MS) {
      this.#seek();
      return;
    }
    this.#roundMs = nearestMs;
    this.#next = 0;
  }

  #tick(): void {
    const nowMs = this.#clock.monotonic();
    const first = this.#track.frames[this.#next];
    if (first !== undefined && nowMs - this.#roundMs - first.atMs > this.#maxBacklogMs()) this.#seek();
    while (!this.#isStopped) {
      if (this.#next >= this.#track.frames.length) this.#wrap();
      const frame = this.#track.frames[this.#next];
      if (frame === undefined) return;
      const timeMs = this.#roundMs + frame.atMs;
      if (timeMs > nowMs) {
        this.#stopTimer = this.#clock.schedule(timeMs - nowMs, () => this.#tick());
        return;
      }
      this.#next += 1;
      this.#output.frame({ data: frame.data, timeMs, isKeyframe: frame.isKeyframe });
    }
  }

  /** At the start of a run all frames since the last keyframe are sent; later the lateness is limited. */
  #maxBacklogMs(): number {
    return this.#stopTimer === undefined ? Number.POSITIVE_INFINITY : MAX_LATENESS_MS;
  }
}
