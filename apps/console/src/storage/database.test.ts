/** @module Both databases store the same, and the browser's one survives being closed. */

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryDatabase, type Database } from './database.ts';
import { openDatabase } from './indexed-database.ts';

const OPTIONS = { name: 'test', stores: { rows: {}, keyed: { keyPath: 'id' } } } as const;

const add = (stored: unknown): number => (typeof stored === 'number' ? stored : 0) + 1;

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

describe.each<[string, () => Promise<Database>, boolean]>([
  ['in memory', async () => new MemoryDatabase(), false],
  ['of the browser', async () => await openDatabase(OPTIONS), true],
])('a database %s', (_, open, isLasting) => {
  test('stores, lists and deletes values, whether or not their key is part of them', async () => {
    const database = await open();
    expect(database.isLasting).toBe(isLasting);
    await database.write([
      { store: 'rows', key: 'a', value: 1 },
      { store: 'rows', key: 'b', value: 2 },
      { store: 'keyed', key: 'c', value: { id: 'c' } },
    ]);
    await database.write([{ store: 'rows', key: 'a', value: undefined }]);
    expect(await database.entries('rows')).toEqual(new Map([['b', 2]]));
    expect(await database.entries('keyed')).toEqual(new Map([['c', { id: 'c' }]]));
    expect([await database.get('rows', 'a'), await database.get('rows', 'b')]).toEqual([undefined, 2]);
  });

  test('loses no update of two at the same time', async () => {
    const database = await open();
    expect(await Promise.all([database.update('rows', 'n', add), database.update('rows', 'n', add)])).toEqual(
      [1, 2],
    );
    expect(await database.get('rows', 'n')).toBe(2);
  });
});

test('a database that another tab deletes is opened again, empty, by its next use', async () => {
  const database = await openDatabase(OPTIONS);
  await database.write([{ store: 'rows', key: 'a', value: 1 }]);
  await new Promise((resolve) => indexedDB.deleteDatabase('test').addEventListener('success', resolve));
  expect(await database.get('rows', 'a')).toBeUndefined();
  await database.write([{ store: 'rows', key: 'a', value: 2 }]);
  expect(await database.get('rows', 'a')).toBe(2);
});

test('a browser that refuses storage gets a database in memory', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect((await openDatabase(OPTIONS)).isLasting).toBe(false);
});
