/** @module Whether a device can be reached now, as cards and tiles show it. */

import { assertNever } from '@longwire/protocol/base';
import type { ConnectionTimes } from '../session/connection-times.ts';
import type { FailureKind } from '../session/failure.ts';
import type { SessionState } from '../session/session-state.ts';

/** The state of a device that is not opened. */
export type Presence =
  /** Not asked yet. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'looking' }
  /** `sinceMs` comes from the service, or from this browser's clock if the service does not report it. */
  | { readonly kind: 'reachable'; readonly sinceMs: number }
  /** The device answers and requires a login: the console never logs in without a person. */
  | { readonly kind: 'asks-login' }
  | { readonly kind: 'away'; readonly failure: FailureKind; readonly isRetried: boolean }
  /** Another device answers in its place. */
  | { readonly kind: 'impostor' };

/** The presence after a session has changed. The earlier presence is kept until the device answers again, or is no longer `isWanted`. */
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

/** A device that answers again in its turn counts as online all along: this browser has no other evidence. */
function sinceOf(before: Presence, { readyAtMs, deviceSinceMs }: ConnectionTimes): number {
  return deviceSinceMs ?? (before.kind === 'reachable' ? before.sinceMs : readyAtMs);
}

/** Whether the session of a device has come to a result: the device answered, or it failed. */
export function hasAnswered({ kind }: SessionState): boolean {
  return kind !== 'idle' && kind !== 'connecting';
}
