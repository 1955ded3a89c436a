/** @module The language of the console, for its service worker, which cannot read the page's preferences. */

import { chooseLanguage, type Language } from '../messages/language.ts';

/** The parts of `CacheStorage` used here. */
export interface LanguageStores {
  open(name: string): Promise<{
    put(url: string, response: Response): Promise<void>;
    match(url: string): Promise<Response | undefined>;
  }>;
}

const CACHE = 'longwire-language';

/** Relative to the folder of the page, which is that of the worker; never loaded. */
const STORED_AS = 'language';

/** Stores it. A browser that stores nothing for the page leaves the worker with its own languages. */
export async function storeLanguage(caches: LanguageStores, language: string): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(STORED_AS, new Response(language));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The language of the console when it was last open, otherwise the first supported one of the browser. */
export async function readLanguage(caches: LanguageStores, wanted: readonly string[]): Promise<Language> {
  try {
    const stored = await (await caches.open(CACHE)).match(STORED_AS);
    return chooseLanguage(await stored?.text(), wanted);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return chooseLanguage(undefined, wanted);
  }
}
