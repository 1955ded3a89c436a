/** @module The texts in use. Screens take their words from here and from nowhere else. */

import { preferences } from '../settings/preferences.ts';
import type { Messages } from './en.ts';
import { chooseLanguage, type Language } from './language.ts';

const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

/** The texts of the language in use. Only they are loaded, before anything that needs a word is evaluated. */
export const messages: Messages =
  await LOADERS[chooseLanguage(preferences.get('language'), navigator.languages)]();
