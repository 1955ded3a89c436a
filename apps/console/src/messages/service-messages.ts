/** @module The operator screens' texts in the current language, loaded with those screens. */

import { chooseLanguage, type Language } from './language.ts';
import { messages } from './messages.ts';
import type { service } from './service-en.ts';

const LOADERS: Record<Language, () => Promise<typeof service>> = {
  en: async () => (await import('./service-en.ts')).service,
  de: async () => (await import('./service-de.ts')).service,
};

/** The operator screens' texts. */
export const words: typeof service = await LOADERS[chooseLanguage(messages.language, [])]();
