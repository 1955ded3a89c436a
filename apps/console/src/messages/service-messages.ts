/** @module The operator screens' texts in the current language, loaded with those screens. */

import { chooseLanguage, type Language } from './language.ts';
import { messages } from './messages.ts';
import type { service } from './service-en.ts';

const LOADERS: Record<Language, () => Promise<typeof service>> = {
  en: async () => (await import('./service-en.ts')).service,
  de: async () => (await import('./service-de.ts')).service,
};

/** The operator screens' texts; these screens are loaded after `loadServiceMessages`. */
// oxlint-disable-next-line import/no-mutable-exports -- set once, before any module that uses it is evaluated
export let words: typeof service;

/** Loads the operator screens' texts. */
export async function loadServiceMessages(): Promise<void> {
  words = await LOADERS[chooseLanguage(messages.language, [])]();
}
