/** @module Decides whether a new connection opens the device or asks for a login first. */

import type { Session } from '@longwire/client';
import type { ConnectionTimes } from './connection-times.ts';
import type { LoginForm, LoginOutcome } from './login-form.ts';
import type { SessionEvent, Verification } from './session-state.ts';

/** The facts about a new connection. */
export interface LoginFacts {
  readonly session: Session;
  readonly times: ConnectionTimes;
  readonly verification: Verification;
  /** Whether a man in the middle is ruled out. */
  readonly isBound: boolean;
  readonly outcome: LoginOutcome;
  readonly form: Pick<LoginForm, 'isSkipped' | 'givenName'>;
}

/** Problems after which another name may be tried. */
const ABOUT_NAMES: ReadonlySet<string> = new Set(['name-taken', 'not-rememberable']);

/** The event for the session. */
export function loginDecision(facts: LoginFacts): SessionEvent {
  const { session, times, verification, isBound, outcome, form } = facts;
  const isUnconfirmed = outcome.kind === 'unconfirmed';
  const me = outcome.kind === 'in' ? outcome.me : undefined;
  if (me !== undefined || isUnconfirmed || form.isSkipped) {
    return { type: 'entered', session, times, verification, me, isUnconfirmed, isBound };
  }
  const problem = outcome.kind === 'refused' ? outcome.problem : undefined;
  return {
    type: 'login-asked',
    session,
    verification,
    asks: isAboutName(outcome) ? 'name' : 'login',
    problem,
    givenName: form.givenName,
  };
}

/** The verification of a connection that has proved the `expected` key, if there is one. */
export function verificationOf(expected: string | undefined, isBound: boolean): Verification {
  if (expected === undefined) return 'unknown';
  return isBound ? 'bound' : 'unbound';
}

/** Whether to ask for a name: the open password was right, or the device rejected the last name. */
function isAboutName(outcome: LoginOutcome): boolean {
  if (outcome.kind === 'may-pair') return true;
  return outcome.kind === 'refused' && ABOUT_NAMES.has(outcome.problem.kind);
}
