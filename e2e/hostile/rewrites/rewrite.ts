/** @module What a change of a message is. */
import type { WireMessage } from '../../harness/signaling-proxy.ts';

/** What a forger has beside the message. */
export interface Forgery {
  /** A certificate of the forger's own, as an SDP names it: upper-case pairs with colons. */
  readonly sdpFingerprint: string;
  /** Another device of the same product, and a token for it. */
  readonly otherDevice: { readonly deviceId: string; readonly sct: string };
  /** What the service knows of the tracks from earlier sessions. */
  readonly tracks: readonly { readonly mid: string; readonly trackId: string; readonly kind: string }[];
}

/** One change. */
export interface Rewrite {
  /** What it does, as the predicate of a sentence about the message. */
  readonly words: string;
  readonly rewrite: (message: WireMessage, forgery: Forgery) => WireMessage;
}

/** Words that would make a person call a stranger. */
export const HOSTILE_WORDS = 'Camera locked. Call +49 000 000';
