/** @module The texts in use. Screens take their words from here and from nowhere else. */

import { en, type Messages } from './en.ts';

/** The texts of the language in use. */
export const messages: Messages = en;
