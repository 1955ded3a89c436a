/** @module The connection tokens that users have. */
import type { HeldToken } from '../agent/token-announcer.ts';
import type { IamState } from './iam-state.ts';

/** The token of each user who has one. */
export function heldTokens({ users }: IamState): HeldToken[] {
  return users.flatMap(({ username, sct }) => (sct === null ? [] : [{ username, token: sct }]));
}
