/** @module One track of a camera, with one variant for each codec that it can be sent in. */
import { EdgeError, type Emitter, type Logger } from '@longwire/protocol';
import { createEmitter } from '../../events/create-emitter.ts';
import type { MediaCodec, MediaSource, SourceHealth, Subscription, Viewer } from '../media-source.ts';
import type { PictureSize } from '../picture-size.ts';

/** A viewer, which stays subscribed to its codec when the variants change. */
interface ActiveViewer {
  readonly viewer: Viewer;
  readonly codec: MediaCodec;
  subscription: Subscription | undefined;
}

/** Options of {@link CameraTrack}. */
export interface CameraTrackOptions {
  readonly logger: Logger;
  /** Starts the camera. */
  readonly prepare: () => void;
  readonly isCostly: boolean;
}

/** A source with several codecs, composed of sources with one codec each. */
export class CameraTrack implements MediaSource {
  readonly kind: MediaCodec['kind'];
  /** Starts the camera for a viewer who is likely to come. */
  readonly prepare: () => void;
  readonly isCostly: boolean;
  readonly #events: Emitter<{ change: [] }>;
  #variants: readonly MediaSource[] = [];
  #unsubscribers: readonly (() => void)[] = [];
  #fault: Exclude<SourceHealth, { kind: 'ok' }> | undefined;
  readonly #viewers = new Set<ActiveViewer>();
  /** The size of the pictures, once the camera has been reached. */
  size: PictureSize | undefined;

  constructor(kind: MediaCodec['kind'], { logger, prepare, isCostly }: CameraTrackOptions) {
    this.kind = kind;
    this.prepare = prepare;
    this.isCostly = isCostly;
    this.#events = createEmitter(logger);
  }

  get codecs(): readonly MediaCodec[] {
    return this.#variants.flatMap(({ codecs }) => codecs);
  }

  get health(): SourceHealth {
    if (this.#fault !== undefined) return this.#fault;
    return this.#variants.find(({ health }) => health.kind === 'failing')?.health ?? { kind: 'ok' };
  }

  on(event: 'change', listener: () => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Adds a viewer. @throws EdgeError ERR_STATE for a codec that is not in {@link codecs}. */
  subscribe(viewer: Viewer, codec: MediaCodec): Subscription {
    const variant = this.#variantOf(codec);
    if (variant === undefined) throw new EdgeError('ERR_STATE', `camera has no ${codec.name} stream`);
    const active: ActiveViewer = { viewer, codec, subscription: variant.subscribe(viewer, codec) };
    this.#viewers.add(active);
    return {
      refresh: (options) => active.subscription?.refresh(options),
      close: () => {
        this.#viewers.delete(active);
        active.subscription?.close();
      },
    };
  }

  /** Replaces the variants. Viewers continue in their codec; viewers of a removed codec get no more frames. */
  setVariants(variants: readonly MediaSource[]): void {
    for (const unsubscribe of this.#unsubscribers) unsubscribe();
    this.#variants = variants;
    this.#unsubscribers = variants.map((variant) => variant.on('change', () => this.#events.emit('change')));
    this.#fault = undefined;
    for (const { subscription } of this.#viewers) subscription?.close();
    for (const active of this.#viewers)
      active.subscription = this.#variantOf(active.codec)?.subscribe(active.viewer, active.codec);
    this.#events.emit('change');
  }

  /** Sets a fault of the whole track, as a sentence for users. */
  setFault(message: string): void {
    this.#setFault({ kind: 'failing', message });
  }

  /** Marks the track as absent from the camera, with a sentence for users. */
  setAbsent(message: string): void {
    this.#setFault({ kind: 'absent', message });
  }

  #setFault(fault: Exclude<SourceHealth, { kind: 'ok' }>): void {
    if (this.#fault?.kind === fault.kind && this.#fault.message === fault.message) return;
    this.#fault = fault;
    this.#events.emit('change');
  }

  #variantOf({ name }: MediaCodec): MediaSource | undefined {
    return this.#variants.find(({ codecs }) => codecs.some((codec) => codec.name === name));
  }
}
