/** @module One track of a camera, as viewers subscribe to it: in each codec that it can be sent as. */
import { EdgeError, type Emitter, type Logger } from '@longwire/protocol';
import { createEmitter } from '../../events/create-emitter.ts';
import type { MediaCodec, MediaSource, SourceHealth, Subscription, Viewer } from '../media-source.ts';

/** One who watches, whatever the codec comes from at the time. */
interface Hold {
  readonly viewer: Viewer;
  readonly codec: MediaCodec;
  subscription: Subscription | undefined;
}

/** A source of several codecs, made of sources of one codec each. */
export class CameraTrack implements MediaSource {
  readonly kind: MediaCodec['kind'];
  readonly #events: Emitter<{ change: [] }>;
  #variants: readonly MediaSource[] = [];
  #offs: readonly (() => void)[] = [];
  #fault: Exclude<SourceHealth, { kind: 'ok' }> | undefined;
  readonly #holds = new Set<Hold>();

  constructor(kind: MediaCodec['kind'], logger: Logger) {
    this.kind = kind;
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

  /** @throws EdgeError ERR_STATE for a codec that is not among {@link codecs}. */
  subscribe(viewer: Viewer, codec: MediaCodec): Subscription {
    const variant = this.#variantOf(codec);
    if (variant === undefined) throw new EdgeError('ERR_STATE', `camera is not sent as ${codec.name}`);
    const hold: Hold = { viewer, codec, subscription: variant.subscribe(viewer, codec) };
    this.#holds.add(hold);
    return {
      refresh: () => hold.subscription?.refresh(),
      close: () => {
        this.#holds.delete(hold);
        hold.subscription?.close();
      },
    };
  }

  /** What it can be sent as from now on. Those who watch go on in their codec; one that is no longer there gives them nothing. */
  setVariants(variants: readonly MediaSource[]): void {
    for (const off of this.#offs) off();
    this.#variants = variants;
    this.#offs = variants.map((variant) => variant.on('change', () => this.#events.emit('change')));
    this.#fault = undefined;
    for (const { subscription } of this.#holds) subscription?.close();
    for (const hold of this.#holds)
      hold.subscription = this.#variantOf(hold.codec)?.subscribe(hold.viewer, hold.codec);
    this.#events.emit('change');
  }

  /** Why it cannot be sent at all, for people. */
  setFault(message: string): void {
    this.#setFault({ kind: 'failing', message });
  }

  /** The camera has no such track; the message says so to people. */
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
