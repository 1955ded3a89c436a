/** @module The draft of the login form, kept while the connection comes and goes. In memory only. */

import type { SessionState } from './session-state.ts';

/** The fields of the form; `undefined` if untouched. */
export interface LoginDraft {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The name that a new user chooses. */
  readonly newName?: string | undefined;
}

/** An empty draft. */
export const EMPTY_DRAFT: LoginDraft = {};

/** The rest of a draft in a state: a password is removed once it has worked, and everything once no login is asked for. */
export function draftIn({ kind, ...state }: SessionState, draft: LoginDraft): LoginDraft {
  if (kind === 'live' || kind === 'stopped') return EMPTY_DRAFT;
  const isNameAsked = 'asks' in state && state.asks === 'name';
  return isNameAsked && draft.password !== undefined ? { newName: draft.newName } : draft;
}
