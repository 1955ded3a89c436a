/** @module The texts in use. Screens take all their texts from here. */

import { preferences } from '../settings/preferences.ts';
import type { Messages } from './en.ts';
import { chooseLanguage, type Language } from './language.ts';

const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

/** The texts of the current language. Only these are loaded, before any module that needs them is evaluated. */
export const messages: Messages =
  await LOADERS[chooseLanguage(preferences.get('language'), navigator.languages)]();
