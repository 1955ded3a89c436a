/** @module Which extensions are in use: announced once, taken once (PROTOCOL.md section 9). */
import type { Metadata } from '@longwire/protocol';
import { COAP_WS_FEATURE, STREAM_FEATURE, takeFeatures } from '@longwire/protocol/peer';

/** What this client can do beyond the specification. */
const KNOWN_FEATURES = [COAP_WS_FEATURE, STREAM_FEATURE];

type FeatureState =
  | { readonly kind: 'unsaid' }
  | { readonly kind: 'announced' }
  | { readonly kind: 'settled'; readonly taken: readonly string[] };

/** Remembers what was announced and what the device has taken. */
export class FeatureBook {
  #state: FeatureState = { kind: 'unsaid' };

  /** Whether the device has taken a feature. */
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
   * Takes the metadata of a description of the device. Its next one after ours counts, and only `featuresTaken`: devices
   * that know none of this send our own list back. An offer without the key may have crossed ours on the way.
   */
  handleDescription(type: 'offer' | 'answer', { featuresTaken }: Metadata): void {
    if (this.#state.kind !== 'announced') return;
    if (type === 'offer' && featuresTaken === undefined) return;
    this.#state = { kind: 'settled', taken: takeFeatures(featuresTaken, KNOWN_FEATURES) };
  }
}
