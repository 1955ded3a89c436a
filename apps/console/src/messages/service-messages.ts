/** @module The texts of the operators' part in the language in use, loaded with it. */

import { chooseLanguage, type Language } from './language.ts';
import { messages } from './messages.ts';
import type { service } from './service-en.ts';

const LOADERS: Record<Language, () => Promise<typeof service>> = {
  en: async () => (await import('./service-en.ts')).service,
  de: async () => (await import('./service-de.ts')).service,
};

/** The texts of the operators' part. */
export const words: typeof service = await LOADERS[chooseLanguage(messages.language, [])]();
