/** @module Who is let in over a connection, and who is asked first. */

import type { Session } from '../wire.ts';
import type { Arrival } from './arrival.ts';
import type { LoginDesk, LoginOutcome } from './login-desk.ts';
import type { SessionEvent, Verification } from './session-state.ts';

/** What is known when a connection stands. */
export interface EntranceFacts {
  readonly session: Session;
  readonly arrival: Arrival;
  readonly verification: Verification;
  /** Whether nothing can be in the middle. */
  readonly isBound: boolean;
  readonly outcome: LoginOutcome;
  readonly desk: Pick<LoginDesk, 'isSkipped' | 'givenName'>;
}

/** Problems after which another name may be tried. */
const ABOUT_NAMES: ReadonlySet<string> = new Set(['name-taken', 'not-rememberable']);

/** What happens to the session. */
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

/** What is known of the device at the other end of a connection that has proved `expected`, where a key was expected. */
export function verificationOf(expected: string | undefined, isBound: boolean): Verification {
  if (expected === undefined) return 'unknown';
  return isBound ? 'bound' : 'unbound';
}

/** Whether a name is what is asked for: the open password was right, or the device did not take the last name. */
function isAboutName(outcome: LoginOutcome): boolean {
  if (outcome.kind === 'may-pair') return true;
  return outcome.kind === 'refused' && ABOUT_NAMES.has(outcome.problem.kind);
}
