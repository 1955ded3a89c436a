/** @module The state of one device's session, and how it changes. */

import { assertNever } from '../assert-never.ts';
import type { Session } from '../wire.ts';
import type { Arrival } from './arrival.ts';
import type { Failure } from './failure.ts';
import type { LoginProblem } from './login-problem.ts';

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
  /** Nobody was told the key of the device, and it has shown another one than the first time. */
  | { readonly kind: 'other-than-first'; readonly expected: string }
  /** A link gave another key than the remembered one; nothing was connected. */
  | { readonly kind: 'other-key'; readonly known: string; readonly offered: string };

/** What went wrong, and when it is tried again; a person has to decide where no time is named and nothing is tried. */
export interface Setback {
  readonly failure: Failure;
  /** Which try is under way or comes next, from 1. */
  readonly attempt: number;
  readonly retryAtMs: number | undefined;
  /** The next try is under way. */
  readonly isTrying: boolean;
}

/** What a person is asked before being let in. */
export type LoginQuestion = 'login' | 'name';

/** Whether a session that was ready has a connection now. */
export type Link = ({ readonly kind: 'ready' } & Arrival) | ({ readonly kind: 'recovering' } & Setback);

/** The state of one device's session. */
export type SessionState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly startedAtMs: number; readonly attempt: number }
  | {
      readonly kind: 'login';
      readonly session: Session;
      readonly verification: Verification;
      /** What is asked for: who it is, or, after the open password, the name of a new user. */
      readonly asks: LoginQuestion;
      readonly problem: LoginProblem | undefined;
      /** Whose login was given last, be it by a link: the one to go on with. */
      readonly givenName: string | undefined;
      readonly isBusy: boolean;
    }
  | {
      readonly kind: 'live';
      readonly session: Session;
      readonly verification: Verification;
      readonly me: Me | undefined;
      /** The device says that it knows this browser, over a connection that nothing binds: that is not a fact. */
      readonly isUnconfirmed: boolean;
      /** Whether nothing can be in the middle of this connection. */
      readonly isBound: boolean;
      /** The person agreed to send secrets although something may be in the middle. */
      readonly hasAgreed: boolean;
      readonly link: Link;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  | ({ readonly kind: 'failed' } & Setback);

/** What can happen to a session. */
export type SessionEvent =
  | { readonly type: 'started'; readonly atMs: number; readonly attempt: number }
  /** It did not work; a session that was ready keeps what it shows. */
  | ({ readonly type: 'set-back' } & Setback)
  | {
      readonly type: 'login-asked';
      readonly session: Session;
      readonly verification: Verification;
      readonly asks: LoginQuestion;
      readonly problem: LoginProblem | undefined;
      readonly givenName: string | undefined;
    }
  | { readonly type: 'login-sent' }
  | {
      readonly type: 'entered';
      readonly session: Session;
      readonly arrival: Arrival;
      readonly verification: Verification;
      readonly me: Me | undefined;
      readonly isUnconfirmed: boolean;
      readonly isBound: boolean;
    }
  /** The person sends secrets over a connection that nothing binds. */
  | { readonly type: 'agreed' }
  | { readonly type: 'me-changed'; readonly me: Me | undefined }
  | { readonly type: 'stopped'; readonly reason: StopReason }
  /** It has ended, and is not tried again by itself. */
  | { readonly type: 'failed'; readonly failure: Failure; readonly attempt: number }
  | { readonly type: 'left' };

/** The state after an event; events that do not fit the state leave it as it is. */
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
    case 'login-sent':
      return state.kind === 'login' ? { ...state, problem: undefined, isBusy: true } : state;
    case 'entered': {
      const { session, arrival, verification, me, isUnconfirmed, isBound } = event;
      // What was agreed to before a bound connection is no agreement for an unbound one after it.
      const hasAgreed = !isBound && state.kind === 'live' && state.hasAgreed;
      const link: Link = { kind: 'ready', ...arrival };
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
