/** @module Whether a device can be reached now, as a card or a tile says it. */

import { assertNever } from '../assert-never.ts';
import type { Arrival } from '../session/arrival.ts';
import type { FailureKind } from '../session/failure.ts';
import type { SessionState } from '../session/session-state.ts';

/** What is known of a device without opening it. */
export type Presence =
  /** Nobody has asked it. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'looking' }
  /** Since when is the service's word; where it does not tell, this browser's own. */
  | { readonly kind: 'reachable'; readonly sinceMs: number }
  /** It answers, and wants to know who this is: nobody is logged in without a person. */
  | { readonly kind: 'asks-login' }
  | { readonly kind: 'away'; readonly failure: FailureKind; readonly isRetried: boolean }
  /** Another device answers in its place. */
  | { readonly kind: 'impostor' };

/** What is known after the session has changed. What was known is so until the device answers anew, or nobody wants to know: `isWanted`. */
export function nextPresence(before: Presence, state: SessionState, isWanted: boolean): Presence {
  switch (state.kind) {
    case 'idle':
      return isWanted ? before : { kind: 'unasked' };
    case 'connecting':
      return before.kind === 'unasked' ? { kind: 'looking' } : before;
    case 'login':
      return { kind: 'asks-login' };
    case 'live':
      if (state.link.kind === 'ready') return { kind: 'reachable', sinceMs: sinceOf(before, state.link) };
      return { kind: 'away', failure: state.link.failure.kind, isRetried: true };
    case 'failed':
      return {
        kind: 'away',
        failure: state.failure.kind,
        isRetried: state.isTrying || state.retryAtMs !== undefined,
      };
    case 'stopped':
      return { kind: 'impostor' };
    default:
      return assertNever(state);
  }
}

/** One that answers anew in its turn was there all the time, as far as this browser knows. */
function sinceOf(before: Presence, { readyAtMs, deviceSinceMs }: Arrival): number {
  return deviceSinceMs ?? (before.kind === 'reachable' ? before.sinceMs : readyAtMs);
}

/** Whether the device of a session, or its absence, has answered. */
export function hasAnswered({ kind }: SessionState): boolean {
  return kind !== 'idle' && kind !== 'connecting';
}
