/** @module Devices stored by earlier versions are read. */

import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../storage/indexed-database.ts';
import { DEVICE_DATABASE, DeviceStorage } from './device-storage.ts';

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));

/** Fills a database like an earlier version, whose keys have the ids as they were typed. */
async function storeAsBefore(...ids: readonly (readonly [string, string])[]): Promise<void> {
  const database = await openDB('longwire', 1, {
    upgrade: (upgraded) => {
      upgraded.createObjectStore('devices', { keyPath: 'key' });
      upgraded.createObjectStore('pictures');
    },
  });
  for (const [productId, deviceId] of ids) {
    const key = `${productId}/${deviceId}`;
    await database.put('devices', { key, productId, deviceId, service: 'ws://host', sct: key });
    await database.put('pictures', new Blob([key]), key);
  }
  database.close();
}

async function rowKeys(): Promise<readonly unknown[]> {
  const database = await openDB('longwire', 1);
  const keys = [...(await database.getAllKeys('devices')), ...(await database.getAllKeys('pictures'))];
  database.close();
  return keys;
}

test('a device stored with capital letters in its ids keeps its row and its picture, under one key', async () => {
  await storeAsBefore(['PR', 'De-1'], ['pr', 'de-2']);
  const storage = await DeviceStorage.open({ database: await openDatabase(DEVICE_DATABASE) });
  const devices = await storage.load();
  expect(devices).toMatchObject([
    { key: 'pr/de-1', productId: 'PR', deviceId: 'De-1', sct: 'PR/De-1' },
    { key: 'pr/de-2' },
  ]);
  expect(await storage.load()).toEqual(devices);
  expect(await storage.picture('pr/de-1')).toBeDefined();
  expect(await rowKeys()).toEqual(['pr/de-1', 'pr/de-2', 'pr/de-1', 'pr/de-2']);
  await storage.write(new Map([['pr/de-1', undefined]]));
  expect(await rowKeys()).toEqual(['pr/de-2', 'pr/de-2']);
});

test('two rows whose ids differ only in case are merged into one', async () => {
  await storeAsBefore(['PR', 'de'], ['pr', 'de']);
  const storage = await DeviceStorage.open({ database: await openDatabase(DEVICE_DATABASE) });
  expect(await storage.load()).toHaveLength(1);
  expect(await rowKeys()).toEqual(['pr/de', 'pr/de']);
});
