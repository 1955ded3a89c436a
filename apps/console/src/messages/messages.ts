/** @module The texts in use. Screens take all their texts from here. */

import { preferences } from '../settings/preferences.ts';
import type { Messages } from './en.ts';
import { chooseLanguage, type Language } from './language.ts';

const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
};

/** The texts of the current language; modules that use them are loaded after `loadMessages`. */
// oxlint-disable-next-line import/no-mutable-exports -- set once, before any module that uses it is evaluated
export let messages: Messages;

/**
 * Loads the texts of the current language. A function, because WebKit may not start a page in which several modules wait for one
 * with an `await` of its own (docs/platform.md).
 */
export async function loadMessages(): Promise<void> {
  messages = await LOADERS[chooseLanguage(preferences.get('language'), navigator.languages)]();
}
