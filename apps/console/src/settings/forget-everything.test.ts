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
        forgotten.push(`certificate of ${account ?? 'anonymous'}`);
        return true;
      },
    },
    preferences: { set: (choice) => void forgotten.push(choice) },
    databases: { deleteDatabase, ...(databases === undefined ? {} : { databases }) },
  };
  await forgetEverything(options);
  return forgotten;
}

const stored = ['certificate of anonymous', 'certificate of anna', 'p/d'];

test.each<[string, (() => Promise<IDBDatabaseInfo[]>) | undefined, string[]]>([
  [
    'and the databases of this page',
    async () => [
      { name: 'longwire-x', version: 1 },
      { name: 'other', version: 1 },
    ],
    ['longwire-x'],
  ],
  ['even if the browser cannot list its databases', undefined, []],
  [
    'even if the browser refuses to list its databases',
    () => Promise.reject(new DOMException('no', 'SecurityError')),
    [],
  ],
])('forgetEverything deletes devices, certificates and preferences, %s', async (_title, databases, names) => {
  expect(await forgottenWith(databases)).toEqual([...stored, ...names, ...PREFERENCES]);
});
