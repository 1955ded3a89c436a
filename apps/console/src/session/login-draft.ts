/** @module What a person has typed to log in, kept while the connection comes and goes. In memory only. */

import type { SessionState } from './session-state.ts';

/** What stands in the fields; `undefined` where nobody has typed yet. */
export interface LoginDraft {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** The name that somebody new chooses. */
  readonly newName?: string | undefined;
}

/** Nothing typed. */
export const EMPTY_DRAFT: LoginDraft = {};

/** What is left of a draft in a state: a password goes when it has worked, all of it when nobody is asked any more. */
export function draftIn({ kind, ...state }: SessionState, draft: LoginDraft): LoginDraft {
  if (kind === 'live' || kind === 'stopped') return EMPTY_DRAFT;
  const isNameAsked = 'asks' in state && state.asks === 'name';
  return isNameAsked && draft.password !== undefined ? { newName: draft.newName } : draft;
}
