/** @module The service worker speaks the language of the console. */
import { expect, test } from 'vitest';
import { readLanguage, storeLanguage, type LanguageStores } from './worker-language.ts';

function memory(): LanguageStores {
  const stored = new Map<string, string>();
  return {
    open: async (name) => ({
      put: async (url, response) => void stored.set(`${name} ${url}`, await response.text()),
      match: async (url) => {
        const text = stored.get(`${name} ${url}`);
        return text === undefined ? undefined : new Response(text);
      },
    }),
  };
}

test('it is that of the console when it was last open, whatever the browser prefers', async () => {
  const caches = memory();
  await storeLanguage(caches, 'en');
  await storeLanguage(caches, 'de');
  expect(await readLanguage(caches, ['en-GB'])).toBe('de');
});

test('it is that of the browser if the console has stored none', async () => {
  expect(await readLanguage(memory(), ['fr', 'de-AT'])).toBe('de');
});

test('it is that of the browser where nothing can be stored', async () => {
  const caches: LanguageStores = {
    open: async () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  await storeLanguage(caches, 'en');
  expect(await readLanguage(caches, ['de'])).toBe('de');
});
