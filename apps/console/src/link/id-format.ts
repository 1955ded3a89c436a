/** @module The formats of ids and user names. */

import { checkUsername } from '@longwire/client';
import { unlessInvalid } from '../unless-invalid.ts';

/** Whether a text can be the id of a product or a device. */
export function isId(text: string): boolean {
  return /^[^\s/]{1,64}$/u.test(text);
}

/** Whether a text can be a user name. */
export function isUsername(text: string): boolean {
  return unlessInvalid(() => checkUsername(text)) !== undefined;
}
