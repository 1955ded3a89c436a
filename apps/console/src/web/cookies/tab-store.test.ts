import { expect, onTestFinished, test, vi } from 'vitest';
import { keepTabStoresOf, tabStore } from './tab-store.ts';

test('cookies belong to one user of one device, and are removed with the device', () => {
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
  const owner = { device: 'pr/one', host: 'abc.devices.example' };
  const ann = tabStore({ ...owner, username: 'ann' });
  const bob = tabStore({ ...owner, username: 'bob' });
  const ofOther = tabStore({ device: 'pr/onetwo', host: 'def.devices.example', username: 'ann' });
  ann.write('of ann');
  expect([ann.read(), bob.read()]).toEqual(['of ann', undefined]);
  bob.write('of bob');
  ofOther.write('of another device');
  expect([ann.read(), bob.read()]).toEqual(['of ann', 'of bob']);
  keepTabStoresOf(['pr/onetwo']);
  expect([ann.read(), bob.read(), ofOther.read()]).toEqual([undefined, undefined, 'of another device']);
  keepTabStoresOf([]);
  expect([...items]).toEqual([['other', 'stays']]);
});
