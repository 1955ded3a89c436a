/** @module A change of a message. */
import type { WireMessage } from '../../harness/signaling-proxy.ts';

/** What a forger has besides the message. */
export interface Forgery {
  /** A certificate of the forger, as an SDP names it: upper-case pairs with colons. */
  readonly sdpFingerprint: string;
  /** Another device of the same product, and a token for it. */
  readonly otherDevice: { readonly deviceId: string; readonly sct: string };
  /** The tracks that the service has seen in earlier sessions. */
  readonly tracks: readonly { readonly mid: string; readonly trackId: string; readonly kind: string }[];
}

/** One change. */
export interface Rewrite {
  /** The predicate of a sentence about the changed message. */
  readonly words: string;
  readonly rewrite: (message: WireMessage, forgery: Forgery) => WireMessage;
}

/** A text that would make a person call a stranger. */
export const HOSTILE_WORDS = 'Camera locked. Call +49 000 000';
