/** @module Deletes everything, even if the browser cannot list its databases. */

import { expect, test } from 'vitest';
import { forgetEverything, type ForgetOptions } from './forget-everything.ts';
import { PREFERENCES } from './preferences.ts';

const device = {
  productId: 'p',
  deviceId: 'd',
  key: 'p/d',
  account: 'anna',
  service: '',
  sct: '',
  addedAtMs: 0,
};

async function forgottenWith(databases?: () => Promise<IDBDatabaseInfo[]>): Promise<string[]> {
  const forgotten: string[] = [];
  const deleteDatabase = (name: string): IDBOpenDBRequest => {
    forgotten.push(name);
    const request: IDBOpenDBRequest = Object.assign(Object.create(null), {
      addEventListener: (_outcome: string, listener: () => void) => listener(),
    });
    return request;
  };
  const options: ForgetOptions = {
    devices: [device],
    remove: async (key) => void forgotten.push(key),
    identity: {
      forget: async ({ account }) => {
        forgotten.push(`certificate of ${account ?? 'nobody'}`);
        return true;
      },
    },
    preferences: { set: (choice) => void forgotten.push(choice) },
    databases: { deleteDatabase, ...(databases === undefined ? {} : { databases }) },
  };
  await forgetEverything(options);
  return forgotten;
}

const known = ['certificate of nobody', 'certificate of anna', 'p/d'];

test.each<[string, (() => Promise<IDBDatabaseInfo[]>) | undefined, string[]]>([
  [
    'the databases of this page go',
    async () => [
      { name: 'longwire-x', version: 1 },
      { name: 'other', version: 1 },
    ],
    ['longwire-x'],
  ],
  ['a browser that does not list its databases', undefined, []],
  ['a browser that refuses to', () => Promise.reject(new DOMException('no', 'SecurityError')), []],
])('%s, with devices, certificates and choices', async (_title, databases, names) => {
  expect(await forgottenWith(databases)).toEqual([...known, ...names, ...PREFERENCES]);
});
