/** @module Which extensions are in use: announced once, selected once (PROTOCOL.md section 9). */
import type { Metadata } from '@longwire/protocol';
import { COAP_WS_FEATURE, STREAM_FEATURE, selectFeatures } from '@longwire/protocol/peer';

/** The extensions of this client. */
const KNOWN_FEATURES = [COAP_WS_FEATURE, STREAM_FEATURE];

type FeatureState =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'announced' }
  | { readonly kind: 'settled'; readonly taken: readonly string[] };

/** Tracks which extensions were announced and which the device selected. */
export class NegotiatedFeatures {
  #state: FeatureState = { kind: 'unsaid' };

  /** Whether the device selected a feature. */
  has(feature: string): boolean {
    return this.#state.kind === 'settled' && this.#state.taken.includes(feature);
  }

  /** The metadata of the next description: the first one announces. */
  outgoing(): Metadata {
    if (this.#state.kind !== 'unsaid') return {};
    this.#state = { kind: 'announced' };
    return { features: [...KNOWN_FEATURES] };
  }

  /**
   * Processes the metadata of a description of the device. Only the device's first description after ours counts, and
   * only its `featuresTaken`: devices without this extension send our own list back. An offer without the key may
   * have crossed ours on the way.
   */
  handleDescription(type: 'offer' | 'answer', { featuresTaken }: Metadata): void {
    if (this.#state.kind !== 'announced') return;
    if (type === 'offer' && featuresTaken === undefined) return;
    this.#state = { kind: 'settled', taken: selectFeatures(featuresTaken, KNOWN_FEATURES) };
  }
}
