/** @module What is wrong with a name or a password while it is typed, as the protocol has it. */

import type { Messages } from '../messages/en.ts';
import { checkDisplayName, checkPassword, checkUsername, EdgeError } from '../wire.ts';

/** Says what is wrong with a text, or nothing where it is in order. */
export type FieldCheck = (text: string, words: Messages['people']['check']) => string | undefined;

/** The name that somebody logs in by. */
export const usernameProblem: FieldCheck = (text, words) => saidBy(() => checkUsername(text), words.username);

/** What somebody is called; other texts of a user's record and a device's friendly name have the same limit, 64 bytes. */
export const displayNameProblem: FieldCheck = (text, words) =>
  saidBy(() => checkDisplayName(text.trim()), words.displayName);

/** A password that is to be set. */
export const newPasswordProblem: FieldCheck = (text, words) =>
  saidBy(() => checkPassword(text), words.newPassword);

function saidBy(check: () => unknown, problem: string): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof EdgeError) return problem;
    throw error;
  }
}
