/** @module Validates a name or a password while it is typed, by the limits of the protocol. */

import { checkDisplayName, checkPassword, checkUsername, EdgeError } from '@longwire/client';
import type { Messages } from '../messages/en.ts';

/** Returns what is wrong with a text, or undefined if it is valid. */
export type FieldCheck = (text: string, words: Messages['people']['check']) => string | undefined;

/** The name by which a user logs in. */
export const usernameProblem: FieldCheck = (text, words) =>
  problemIfThrown(() => checkUsername(text), words.username);

/** The display name of a user; other texts of a user's record and a device's friendly name have the same limit of 64 bytes. */
export const displayNameProblem: FieldCheck = (text, words) =>
  problemIfThrown(() => checkDisplayName(text.trim()), words.displayName);

/** A new password. */
export const newPasswordProblem: FieldCheck = (text, words) =>
  problemIfThrown(() => checkPassword(text), words.newPassword);

function problemIfThrown(check: () => unknown, problem: string): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof EdgeError) return problem;
    throw error;
  }
}
