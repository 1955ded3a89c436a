/** @module One level of a layered source: its frames, rate and size. */
import type { Clock } from '@longwire/protocol';
import { fitsFormat } from '../codec-format.ts';
import type { MediaCodec, MediaSource, Subscription, Viewer } from '../media-source.ts';
import type { LevelFacts } from './choose-level.ts';
import { RateMeter } from './rate-meter.ts';

/**
 * The assumed rate of a level that has not run, in bit/s for each pixel: cameras send 25 frames per second at about 0.08 bit per
 * pixel. Reason: a guess that is too high only delays the first climb, and the rate is measured then.
 */
const ASSUMED_BITS_PER_PIXEL = 2;

/** The assumed rate of the best level without a size, in bit/s; each further level has a quarter. */
const ASSUMED_RATE = 4_000_000;
const ASSUMED_STEP = 4;

/** How long a level is avoided after a failure, in milliseconds. Reason: as long as the longest delay between two starts of a camera. */
export const RETRY_MS = 15_000;

const nothing = (): void => undefined;
/** For a viewer of a level that does not have its codec. */
export const NO_SUBSCRIPTION: Subscription = { refresh: nothing, close: nothing };

/** Options of {@link Level}. */
export interface LevelOptions {
  readonly source: MediaSource;
  /** From 0, the best. */
  readonly index: number;
  readonly clock: Clock;
}

/** A source, measured while it has viewers. */
export class Level {
  readonly source: MediaSource;
  readonly #index: number;
  readonly #clock: Clock;
  #failedMs = Number.NEGATIVE_INFINITY;
  readonly #meters = new Map<string, RateMeter>();
  /** The measuring subscription for each codec, and its number of viewers. */
  readonly #measured = new Map<string, { readonly subscription: Subscription; viewers: number }>();

  constructor({ source, index, clock }: LevelOptions) {
    this.source = source;
    this.#index = index;
    this.#clock = clock;
  }

  get #hasJustFailed(): boolean {
    return this.#clock.monotonic() - this.#failedMs < RETRY_MS;
  }

  /** This level for viewers of a codec. */
  factsFor(codec: MediaCodec): LevelFacts {
    const { size, health, isCostly } = this.source;
    const pixels = size === undefined ? undefined : size.width * size.height;
    const assumed =
      pixels === undefined ? ASSUMED_RATE / ASSUMED_STEP ** this.#index : pixels * ASSUMED_BITS_PER_PIXEL;
    const measured = this.#meters.get(codec.name)?.bitsPerSecond;
    return {
      size,
      isCostly,
      bitsPerSecond: measured ?? assumed,
      isAssumed: measured === undefined,
      state:
        this.codecLike(codec) === undefined
          ? 'absent'
          : health.kind === 'ok' && !this.#hasJustFailed
            ? 'working'
            : 'failing',
    };
  }

  /** The level's codec that a viewer of another level's codec can decode in the same track; undefined if there is none. */
  codecLike(codec: MediaCodec): MediaCodec | undefined {
    return this.source.codecs.find((own) => fitsFormat(own, codec));
  }

  /** Notes a failure. Without viewers a source is healthy, so its health alone would bring them back at once. */
  handleChange(): void {
    if (this.source.health.kind === 'failing') this.#failedMs = this.#clock.monotonic();
  }

  /** Adds a viewer of a codec that the level has, or of one like it; without one it gets no frames. */
  subscribe(viewer: Viewer, wanted: MediaCodec): Subscription {
    const codec = this.codecLike(wanted);
    if (codec === undefined) return NO_SUBSCRIPTION;
    const subscription = this.source.subscribe(viewer, codec);
    this.#startMeasuring(codec);
    let isOpen = true;
    return {
      refresh: (options) => subscription.refresh(options),
      close: () => {
        if (!isOpen) return;
        isOpen = false;
        subscription.close();
        this.#stopMeasuring(codec);
      },
    };
  }

  #startMeasuring(codec: MediaCodec): void {
    const running = this.#measured.get(codec.name);
    if (running !== undefined) {
      running.viewers += 1;
      return;
    }
    const meter = this.#meters.get(codec.name) ?? new RateMeter();
    this.#meters.set(codec.name, meter);
    let isReplay = true;
    const subscription = this.source.subscribe(({ data, payloads = [] }) => {
      const bytes = payloads.reduce((sum, { length }) => sum + length, data.length);
      if (!isReplay) meter.add(this.#clock.monotonic(), bytes);
    }, codec);
    isReplay = false;
    this.#measured.set(codec.name, { subscription, viewers: 1 });
  }

  #stopMeasuring(codec: MediaCodec): void {
    const running = this.#measured.get(codec.name);
    if (running === undefined) return;
    running.viewers -= 1;
    if (running.viewers > 0) return;
    this.#measured.delete(codec.name);
    running.subscription.close();
  }
}
