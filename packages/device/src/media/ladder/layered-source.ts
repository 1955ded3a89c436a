/** @module Composes sources of the same picture in several sizes to one source, which switches each viewer between them. */
import { EdgeError, silentLogger, type Clock, type Emitter, type Logger } from '@longwire/protocol';
import { createEmitter } from '../../events/create-emitter.ts';
import { systemClock } from '../../time/system-clock.ts';
import type { MediaCodec, MediaSource, SourceHealth, Subscription, Viewer } from '../media-source.ts';
import type { PictureSize } from '../picture-size.ts';
import { LayeredViewer } from './layered-viewer.ts';
import { Level } from './level.ts';
import type { ViewerLine } from './viewer-line.ts';

/** Options of {@link layeredSource}. */
export interface LayeredSourceOptions {
  /** Default: no logging. */
  readonly logger?: Logger;
  readonly clock?: Clock;
}

/** Most levels. Reason: cameras have two or three streams, and each may run an ffmpeg of its own. */
export const MAX_LEVELS = 4;

/**
 * Composes video sources to one, best quality first. Each viewer gets one of them at a time, in the same track: by its network, by the
 * size at which it shows the picture, and by its choice. They need the same codec; one with another is not used, and `health` says so.
 * A source runs only while a viewer gets it.
 * @throws EdgeError ERR_DEVICE_OPTIONS for no source, too many, or one of sound.
 */
export function layeredSource(
  sources: readonly MediaSource[],
  options: LayeredSourceOptions = {},
): MediaSource {
  if (sources.length === 0 || sources.length > MAX_LEVELS)
    throw new EdgeError(
      'ERR_DEVICE_OPTIONS',
      `a layered source must have 1 to ${MAX_LEVELS} sources, got ${sources.length}`,
    );
  if (sources.some(({ kind }) => kind !== 'video'))
    throw new EdgeError('ERR_DEVICE_OPTIONS', 'a layered source must have video sources only');
  return new LayeredSource(sources, options);
}

class LayeredSource implements MediaSource {
  readonly kind = 'video';
  readonly #levels: readonly Level[];
  readonly #clock: Clock;
  readonly #viewers = new Set<LayeredViewer>();
  readonly #events: Emitter<{ change: [] }>;
  #last: MediaSource | undefined;

  constructor(
    sources: readonly MediaSource[],
    { logger = silentLogger, clock = systemClock }: LayeredSourceOptions,
  ) {
    this.#clock = clock;
    this.#events = createEmitter(logger);
    this.#levels = sources.map((source, index) => new Level({ source, index, clock }));
    for (const level of this.#levels) level.source.on('change', () => this.#handleChange(level));
  }

  /** The codecs of the best source that has been reached. */
  get codecs(): readonly MediaCodec[] {
    return this.#first?.codecs ?? [];
  }

  get size(): PictureSize | undefined {
    return this.#first?.size;
  }

  /** Failing only if no source works. */
  get health(): SourceHealth {
    const [codec] = this.codecs;
    const usable = this.#levels.filter(
      (level) => codec !== undefined && level.codecLike(codec) !== undefined,
    );
    const isWorking = usable.some(({ source }) => source.health.kind === 'ok');
    if (!isWorking) return (usable[0] ?? this.#levels[0])?.source.health ?? { kind: 'ok' };
    const note = this.#mismatch(codec);
    return note === undefined ? { kind: 'ok' } : { kind: 'ok', note };
  }

  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Prepares the level that the last viewer had: a page with many cameras shows small pictures each time. Before that, the best. */
  prepare(): void {
    (this.#last ?? this.#first ?? this.#levels[0]?.source)?.prepare?.();
  }

  subscribe(viewer: Viewer, codec: MediaCodec, line?: ViewerLine): Subscription {
    const layered = new LayeredViewer({ levels: this.#levels, viewer, codec, line, clock: this.#clock });
    this.#viewers.add(layered);
    return {
      refresh: (options) => layered.refresh(options),
      close: () => {
        this.#viewers.delete(layered);
        const last = this.#levels[layered.level ?? 0]?.source;
        if (last?.isCostly !== true) this.#last = last;
        layered.close();
      },
    };
  }

  get #first(): MediaSource | undefined {
    return this.#levels.find(({ source }) => source.isCostly !== true && source.codecs.length > 0)?.source;
  }

  /** Why an input is not used, for the owner. */
  #mismatch(codec: MediaCodec | undefined): string | undefined {
    if (codec === undefined) return undefined;
    const other = this.#levels.findIndex(
      (level) =>
        level.source.isCostly !== true &&
        level.source.codecs.length > 0 &&
        level.codecLike(codec) === undefined,
    );
    const [found] = this.#levels[other]?.source.codecs ?? [];
    return found === undefined
      ? undefined
      : `Input ${other + 1} is not used: it sends ${found.name}, and the first sends ${codec.name}. Set both to the same format.`;
  }

  #handleChange(level: Level): void {
    level.handleChange();
    for (const viewer of this.#viewers) viewer.decide();
    this.#events.emit('change');
  }
}
