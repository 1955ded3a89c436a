/** @module Validates a name or a password while it is typed, by the limits of the protocol. */

import { checkDisplayName, checkPassword, checkUsername } from '@longwire/client';
import type { Messages } from '../messages/en.ts';
import { unlessInvalid } from '../unless-invalid.ts';

/** Returns what is wrong with a text, or undefined if it is valid. */
export type FieldCheck = (text: string, words: Messages['people']['check']) => string | undefined;

/** The name by which a user logs in. */
export const usernameProblem: FieldCheck = (text, words) =>
  problemUnlessValid(() => checkUsername(text), words.username);

/** The display name of a user; other texts of a user's record and a device's friendly name have the same limit of 64 bytes. */
export const displayNameProblem: FieldCheck = (text, words) =>
  problemUnlessValid(() => checkDisplayName(text.trim()), words.displayName);

/** A new password. */
export const newPasswordProblem: FieldCheck = (text, words) =>
  problemUnlessValid(() => checkPassword(text), words.newPassword);

function problemUnlessValid(check: () => string, problem: string): string | undefined {
  return unlessInvalid(check) === undefined ? problem : undefined;
}
