/** @module Announces a failed login to screen readers. */

import { LOGIN_WAIT_MS } from '../../session/login-problem.ts';
import type { SessionState } from '../../session/session-state.ts';
import { loginProblemText } from './login-problem-text.ts';

/** The wait is announced once; the visible text counts down. */
const WAIT_SECONDS = Math.ceil(LOGIN_WAIT_MS / 1000);

/** Rendered in every state of the screen: a live region announces only changes. */
export function LoginProblemAnnouncement({ state }: { readonly state: SessionState }) {
  const problem = state.kind === 'login' ? state.problem : undefined;
  return <output className="lw-hidden">{loginProblemText(problem, WAIT_SECONDS)}</output>;
}
