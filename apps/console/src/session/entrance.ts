/** @module Decides whether a new connection opens the device or asks for a login first. */

import type { Session } from '../wire.ts';
import type { Arrival } from './arrival.ts';
import type { LoginDesk, LoginOutcome } from './login-desk.ts';
import type { SessionEvent, Verification } from './session-state.ts';

/** The facts about a new connection. */
export interface EntranceFacts {
  readonly session: Session;
  readonly arrival: Arrival;
  readonly verification: Verification;
  /** Whether a man in the middle is ruled out. */
  readonly isBound: boolean;
  readonly outcome: LoginOutcome;
  readonly desk: Pick<LoginDesk, 'isSkipped' | 'givenName'>;
}

/** Problems after which another name may be tried. */
const ABOUT_NAMES: ReadonlySet<string> = new Set(['name-taken', 'not-rememberable']);

/** The event for the session. */
export function entranceOf(facts: EntranceFacts): SessionEvent {
  const { session, arrival, verification, isBound, outcome, desk } = facts;
  const isUnconfirmed = outcome.kind === 'unconfirmed';
  const me = outcome.kind === 'in' ? outcome.me : undefined;
  if (me !== undefined || isUnconfirmed || desk.isSkipped) {
    return { type: 'entered', session, arrival, verification, me, isUnconfirmed, isBound };
  }
  const problem = outcome.kind === 'refused' ? outcome.problem : undefined;
  return {
    type: 'login-asked',
    session,
    verification,
    asks: isAboutName(outcome) ? 'name' : 'login',
    problem,
    givenName: desk.givenName,
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
