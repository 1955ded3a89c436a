/** @module The state of one device's session, and its transitions. */

import type { Session } from '@longwire/client';
import { assertNever } from '@longwire/protocol/base';
import type { ConnectionTimes } from './connection-times.ts';
import type { Failure } from './failure.ts';
import type { LoginProblem } from './login-problem.ts';
import type { Me } from './me.ts';

/** The verification of the device. */
export type Verification =
  /** The key matches and is bound to this connection. */
  | 'bound'
  /** The key matches; an old device, which cannot rule out a man in the middle. */
  | 'unbound'
  /** No fingerprint was given, so nothing was compared. */
  | 'unknown';

/** The key that is known, and the one that answered in its place; undefined if it proved none. */
interface OtherKey {
  readonly expected: string;
  readonly shown: string | undefined;
}

/** Why a session is stopped for good. */
export type StopReason =
  | ({ readonly kind: 'mismatch' } & OtherKey)
  /** No key was given for the device, and it presents another one than at the first connection. */
  | ({ readonly kind: 'other-than-first' } & OtherKey)
  /** A link gave another key than the stored one; nothing was connected. */
  | { readonly kind: 'other-key'; readonly known: string; readonly offered: string };

/** A failure, and when it is retried; without a time and a running retry, a person has to decide. */
export interface Setback {
  readonly failure: Failure;
  /** Number of the current or next attempt, from 1. */
  readonly attempt: number;
  readonly retryAtMs: number | undefined;
  /** The next attempt is running. */
  readonly isTrying: boolean;
}

/** What a person is asked before the device opens. */
export type LoginQuestion = 'login' | 'name';

/** Whether a session that was ready has a connection now. */
export type Link =
  | ({ readonly kind: 'ready' } & ConnectionTimes)
  | ({ readonly kind: 'recovering' } & Setback);

/** The state of one device's session. */
export type SessionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly startedAtMs: number; readonly attempt: number }
  | {
      readonly kind: 'login';
      readonly session: Session;
      readonly verification: Verification;
      /** The question: the login, or, after the open password, the name of a new user. */
      readonly asks: LoginQuestion;
      readonly problem: LoginProblem | undefined;
      /** The user name of the last given login, also from a link: the default in the form. */
      readonly givenName: string | undefined;
      readonly isBusy: boolean;
    }
  | {
      readonly kind: 'live';
      readonly session: Session;
      readonly verification: Verification;
      readonly me: Me | undefined;
      /** The device claims to recognize this browser over an unbound connection, which confirms nothing. */
      readonly isUnconfirmed: boolean;
      /** Whether a man in the middle is ruled out for this connection. */
      readonly isBound: boolean;
      /** The person agreed to send secrets over an unbound connection. */
      readonly hasAgreed: boolean;
      readonly link: Link;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | ({ readonly kind: 'failed' } & Setback);

/** The events of a session. */
export type SessionEvent =
  | { readonly type: 'started'; readonly atMs: number; readonly attempt: number }
  /** An attempt failed; a session that was ready keeps its screen. */
  | ({ readonly type: 'set-back' } & Setback)
  | {
      readonly type: 'login-asked';
      readonly session: Session;
      readonly verification: Verification;
      readonly asks: LoginQuestion;
      readonly problem: LoginProblem | undefined;
      readonly givenName: string | undefined;
    }
  /** A session that was ready asks for a login over its connection. */
  | {
      readonly type: 'login-needed';
      readonly problem: LoginProblem | undefined;
      readonly givenName: string | undefined;
    }
  | { readonly type: 'login-sent' }
  | {
      readonly type: 'entered';
      readonly session: Session;
      readonly times: ConnectionTimes;
      readonly verification: Verification;
      readonly me: Me | undefined;
      readonly isUnconfirmed: boolean;
      readonly isBound: boolean;
    }
  /** The person agrees to send secrets over an unbound connection. */
  | { readonly type: 'agreed' }
  | { readonly type: 'me-changed'; readonly me: Me | undefined }
  | { readonly type: 'stopped'; readonly reason: StopReason }
  /** The session has ended and is not retried automatically. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly attempt: number }
  | { readonly type: 'left' };

/** The state after an event; an event that does not fit the state changes nothing. */
export function nextSessionState(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'started':
      return { kind: 'connecting', startedAtMs: event.atMs, attempt: event.attempt };
    case 'set-back': {
      const { failure, attempt, retryAtMs, isTrying } = event;
      const setback: Setback = { failure, attempt, retryAtMs, isTrying };
      return state.kind === 'live'
        ? { ...state, link: { kind: 'recovering', ...setback } }
        : { kind: 'failed', ...setback };
    }
    case 'login-asked': {
      const { session, verification, asks, problem, givenName } = event;
      return { kind: 'login', session, verification, asks, problem, givenName, isBusy: false };
    }
    case 'login-needed':
      return state.kind === 'live' ? askedAgain(state, event) : state;
    case 'login-sent':
      return state.kind === 'login' ? { ...state, problem: undefined, isBusy: true } : state;
    case 'entered': {
      const { session, times, verification, me, isUnconfirmed, isBound } = event;
      // An agreement given before a bound connection does not cover an unbound one after it.
      const hasAgreed = !isBound && state.kind === 'live' && state.hasAgreed;
      const link: Link = { kind: 'ready', ...times };
      return { kind: 'live', session, verification, me, isUnconfirmed, isBound, hasAgreed, link };
    }
    case 'agreed':
      return state.kind === 'live' ? { ...state, hasAgreed: true } : state;
    case 'me-changed':
      return state.kind === 'live' ? { ...state, me: event.me } : state;
    case 'stopped':
      return { kind: 'stopped', reason: event.reason };
    case 'failed': {
      const { failure, attempt } = event;
      if (state.kind === 'stopped') return state;
      return { kind: 'failed', failure, attempt, retryAtMs: undefined, isTrying: false };
    }
    case 'left':
      return { kind: 'idle' };
    default:
      return assertNever(event);
  }
}

function askedAgain(
  { session, verification }: Extract<SessionState, { kind: 'live' }>,
  { problem, givenName }: Extract<SessionEvent, { type: 'login-needed' }>,
): SessionState {
  return { kind: 'login', session, verification, asks: 'login', problem, givenName, isBusy: false };
}
