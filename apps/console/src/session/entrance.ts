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
  readonly outcome: LoginOutcome;
  readonly desk: Pick<LoginDesk, 'isSkipped' | 'givenName'>;
}

/** Problems after which another name may be tried. */
const ABOUT_NAMES: ReadonlySet<string> = new Set(['name-taken', 'not-rememberable']);

/** What happens to the session. */
export function entranceOf({ session, arrival, verification, outcome, desk }: EntranceFacts): SessionEvent {
  if (outcome.kind === 'in') return { type: 'entered', session, arrival, verification, me: outcome.me };
  if (desk.isSkipped) return { type: 'entered', session, arrival, verification, me: undefined };
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

/** What was compared of a connection that stands; `expected` is the key that is known. */
export function verificationOf(
  { identity }: Pick<Session, 'identity'>,
  expected: string | undefined,
): Verification {
  if (expected === undefined) return 'unknown';
  return identity.verified?.bound === true ? 'bound' : 'unbound';
}

/** Whether a name is what is asked for: the open password was right, or the device did not take the last name. */
function isAboutName(outcome: LoginOutcome): boolean {
  if (outcome.kind === 'may-pair') return true;
  return outcome.kind === 'refused' && ABOUT_NAMES.has(outcome.problem.kind);
}
