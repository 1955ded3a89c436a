import { expect, onTestFinished, test, vi } from 'vitest';
import { forgetTabStores, tabStore } from './tab-store.ts';

test('cookies are those of one user of one device, and can all be forgotten', () => {
  const items = new Map([['other', 'stays']]);
  vi.stubGlobal('sessionStorage', {
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const ann = tabStore({ host: 'abc.devices.example', username: 'ann' });
  const bob = tabStore({ host: 'abc.devices.example', username: 'bob' });
  ann.write('of ann');
  expect([ann.read(), bob.read()]).toEqual(['of ann', undefined]);
  bob.write('of bob');
  expect([ann.read(), bob.read()]).toEqual(['of ann', 'of bob']);
  forgetTabStores();
  expect([...items]).toEqual([['other', 'stays']]);
});
