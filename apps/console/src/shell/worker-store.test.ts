/** @module What the console stores, its service worker reads. */
import { expect, test } from 'vitest';
import { readForWorker, storeForWorker, type WorkerStores } from './worker-store.ts';

function memory(): WorkerStores {
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

test('the newest text of a name is read', async () => {
  const caches = memory();
  await storeForWorker(caches, 'language', 'en');
  await storeForWorker(caches, 'language', 'de');
  expect(await readForWorker(caches, 'language')).toBe('de');
  expect(await readForWorker(caches, 'push-senders')).toBeUndefined();
});

test('nothing is read where nothing can be stored', async () => {
  const caches: WorkerStores = {
    open: async () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };
  await storeForWorker(caches, 'language', 'en');
  expect(await readForWorker(caches, 'language')).toBeUndefined();
});
