/** @module Negotiates the extensions of a session (PROTOCOL.md section 9). */
import {
  COAP_WS_FEATURE,
  STREAM_FEATURE,
  selectFeatures,
  type Description,
  type Metadata,
} from '@longwire/protocol';

/** The extensions that this device supports. */
const SUPPORTED_FEATURES: readonly string[] = [STREAM_FEATURE, COAP_WS_FEATURE];

/**
 * Reads the extensions that the client announces in its first description and accepts them in the answer to it. Only there,
 * because the client gets that answer before it can open a channel, so both sides agree on how each channel is used.
 */
export class FeatureAnswer {
  #state:
    | { readonly kind: 'waiting' }
    | { readonly kind: 'accepting'; readonly names: readonly string[] }
    | { readonly kind: 'settled'; readonly names: readonly string[] } = { kind: 'waiting' };
  #hasAnnounced = false;

  /** Whether the client has announced extensions; deployed clients never do. */
  get hasAnnounced(): boolean {
    return this.#hasAnnounced;
  }

  /** Takes the metadata of a client's description. */
  handleRemote(type: Description['type'], { features }: Metadata): void {
    if (features !== undefined) this.#hasAnnounced = true;
    if (this.#state.kind !== 'waiting') return;
    const names = type === 'offer' ? selectFeatures(features, SUPPORTED_FEATURES) : [];
    this.#state = names.length === 0 ? { kind: 'settled', names } : { kind: 'accepting', names };
  }

  /** The feature metadata of a description that is about to be sent. */
  take(type: Description['type']): Metadata {
    if (this.#state.kind !== 'accepting' || type !== 'answer') return {};
    const { names } = this.#state;
    this.#state = { kind: 'settled', names };
    return { featuresTaken: [...names] };
  }

  /** Whether an extension was accepted. */
  uses(name: string): boolean {
    return this.#state.kind === 'settled' && this.#state.names.includes(name);
  }
}
