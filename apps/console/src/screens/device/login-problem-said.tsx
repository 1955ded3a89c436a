/** @module What went wrong with a login, for whoever does not see it at the field. */

import { LOGIN_WAIT_MS } from '../../session/login-problem.ts';
import type { SessionState } from '../../session/session-state.ts';
import { loginProblemText } from './login-problem-text.ts';

/** How long to wait is said once; what is seen counts down. */
const WAIT_SECONDS = Math.ceil(LOGIN_WAIT_MS / 1000);

/** Stands in every state of the screen: words are read out only where the place for them was there before. */
export function LoginProblemSaid({ state }: { readonly state: SessionState }) {
  const problem = state.kind === 'login' ? state.problem : undefined;
  return <output className="lw-hidden">{loginProblemText(problem, WAIT_SECONDS)}</output>;
}
