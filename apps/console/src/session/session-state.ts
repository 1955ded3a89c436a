/** @module The state of one device's session, and how it changes. */

import { assertNever } from '../assert-never.ts';
import type { ConnectStep } from './connect-step.ts';
import type { Failure } from './failure.ts';
import type { LoginProblem } from './login-problem.ts';
import type { MediaState } from './media-state.ts';
import type { SessionHandle } from './session-connection.ts';

/** What is known about who the device is. */
export type Verification =
  /** The key matches and is bound to this connection. */
  | 'bound'
  /** The key matches; an old device, which cannot prove that nobody is in between. */
  | 'unbound'
  /** No fingerprint was known, so nothing was compared. */
  | 'unknown';

/** Who this browser is on the device; `undefined` where it is nobody. */
export interface Me {
  readonly username: string;
  readonly role: string | undefined;
}

/** Why a session is stopped for good. */
export type StopReason =
  | { readonly kind: 'mismatch'; readonly expected: string }
  /** A link gave another key than the remembered one; nothing was connected. */
  | { readonly kind: 'other-key'; readonly known: string; readonly offered: string };

/** The state of one device's session. */
export type SessionState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'connecting';
      readonly step: ConnectStep;
      readonly startedAtMs: number;
      readonly attempt: number;
    }
  | {
      readonly kind: 'login';
      readonly handle: SessionHandle;
      readonly verification: Verification;
      readonly problem: LoginProblem | undefined;
      readonly isBusy: boolean;
    }
  | {
      readonly kind: 'live';
      readonly handle: SessionHandle;
      readonly verification: Verification;
      readonly me: Me | undefined;
      readonly media: MediaState;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly attempt: number;
      readonly retryAtMs: number | undefined;
    };

/** What can happen to a session. */
export type SessionEvent =
  | { readonly type: 'started'; readonly atMs: number; readonly attempt: number }
  | { readonly type: 'stepped'; readonly step: ConnectStep }
  | {
      readonly type: 'login-asked';
      readonly handle: SessionHandle;
      readonly verification: Verification;
      readonly problem: LoginProblem | undefined;
    }
  | { readonly type: 'login-sent' }
  | {
      readonly type: 'entered';
      readonly handle: SessionHandle;
      readonly verification: Verification;
      readonly me: Me | undefined;
    }
  | { readonly type: 'me-changed'; readonly me: Me | undefined }
  | { readonly type: 'media-changed'; readonly media: MediaState }
  | { readonly type: 'stopped'; readonly reason: StopReason }
  | {
      readonly type: 'failed';
      readonly failure: Failure;
      readonly attempt: number;
      readonly retryAtMs: number | undefined;
    }
  | { readonly type: 'left' };

/** The state after an event; events that do not fit the state leave it as it is. */
export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'started':
      return { kind: 'connecting', step: 'finding', startedAtMs: event.atMs, attempt: event.attempt };
    case 'stepped':
      return state.kind === 'connecting' ? { ...state, step: event.step } : state;
    case 'login-asked': {
      const { handle, verification, problem } = event;
      return { kind: 'login', handle, verification, problem, isBusy: false };
    }
    case 'login-sent':
      return state.kind === 'login' ? { ...state, problem: undefined, isBusy: true } : state;
    case 'entered': {
      const { handle, verification, me } = event;
      return { kind: 'live', handle, verification, me, media: { kind: 'asking' } };
    }
    case 'me-changed':
      return state.kind === 'live' ? { ...state, me: event.me } : state;
    case 'media-changed':
      return state.kind === 'live' ? { ...state, media: event.media } : state;
    case 'stopped':
      return { kind: 'stopped', reason: event.reason };
    case 'failed': {
      const { failure, attempt, retryAtMs } = event;
      return state.kind === 'stopped' ? state : { kind: 'failed', failure, attempt, retryAtMs };
    }
    case 'left':
      return { kind: 'idle' };
    default:
      return assertNever(event);
  }
}
