/** @module Which extensions are used in a session (PROTOCOL.md section 9). */
import {
  COAP_WS_FEATURE,
  STREAM_FEATURE,
  takeFeatures,
  type Description,
  type Metadata,
} from '@longwire/protocol';

/** The extensions that this device knows. */
const KNOWN_FEATURES: readonly string[] = [STREAM_FEATURE, COAP_WS_FEATURE];

/**
 * Takes what the client announces in its first description, and says so in the answer to that. Only there: the client has it
 * before it can open a channel, so both sides agree on how each channel is used.
 */
export class FeatureAnswer {
  #state:
    | { readonly kind: 'waiting' }
    | { readonly kind: 'taking'; readonly names: readonly string[] }
    | { readonly kind: 'settled'; readonly names: readonly string[] } = { kind: 'waiting' };
  #hasAnnounced = false;

  /** Whether the client has announced any extension; deployed clients never do. */
  get hasAnnounced(): boolean {
    return this.#hasAnnounced;
  }

  /** Takes what the client says beside a description. */
  handleRemote(type: Description['type'], { features }: Metadata): void {
    if (features !== undefined) this.#hasAnnounced = true;
    if (this.#state.kind !== 'waiting') return;
    const names = type === 'offer' ? takeFeatures(features, KNOWN_FEATURES) : [];
    this.#state = names.length === 0 ? { kind: 'settled', names } : { kind: 'taking', names };
  }

  /** What is said beside a description that is about to be sent. */
  take(type: Description['type']): Metadata {
    if (this.#state.kind !== 'taking' || type !== 'answer') return {};
    const { names } = this.#state;
    this.#state = { kind: 'settled', names };
    return { featuresTaken: [...names] };
  }

  /** Whether an extension is used; what was not taken in time is not. */
  uses(name: string): boolean {
    return this.#state.kind === 'settled' && this.#state.names.includes(name);
  }
}
