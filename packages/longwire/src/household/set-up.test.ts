/** @module Setting a household up: private files, names that people gave, and going on where an earlier start ended. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStateFile } from '@longwire/device';
import { readConfig } from '@longwire/device/cli';
import { parsePairingLink } from '@longwire/protocol';
import { openRegistry } from '@longwire/signaling';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { householdFiles, type HouseholdFiles } from './household-files.ts';
import { register } from './run-household.ts';
import { continueSetUp, setUp, setUpStage } from './set-up.ts';

const NEW = {
  name: 'Our house',
  cameras: [{ name: 'front-door', title: 'Front door', inputs: ['rtsp://u:p@192.0.2.7/main'] }],
  service: { host: '0.0.0.0', port: 8700 },
};

let parent = '';
let files: HouseholdFiles;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'longwire-set-up-'));
  files = householdFiles(join(parent, 'home'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('a new household has the names that people gave, in files that only its owner reads', async () => {
  expect(await setUpStage(files)).toBe('empty');
  const { pairingLink } = await setUp(files, NEW);
  expect(await setUpStage(files)).toBe('complete');
  expect(parsePairingLink(pairingLink)).toMatchObject({
    productId: 'home',
    deviceId: 'our-house',
    deviceName: 'Our house',
    username: 'admin',
  });
  expect(openStateFile(files.state).state.friendlyName).toBe('Our house');
  const { cameras, service } = await readConfig(files.config);
  expect(service).toBe('ws://127.0.0.1:8700');
  expect(cameras).toMatchObject([{ name: 'front-door', title: 'Front door' }]);
  expect(statSync(files.directory).mode & 0o777).toBe(0o700);
  for (const file of [files.config, files.state, files.identity, files.service])
    expect(statSync(file).mode & 0o077).toBe(0);
});

test('a start that ended before the users were written goes on with the same key, settings and cameras', async () => {
  const { fingerprint } = await setUp(files, NEW);
  const settings = await readFile(files.config, 'utf8');
  rmSync(files.state);
  expect(await setUpStage(files)).toBe('settings');
  const again = await continueSetUp(files, 'Our house');
  expect(again.fingerprint).toBe(fingerprint);
  expect(await readFile(files.config, 'utf8')).toBe(settings);
  expect(await setUpStage(files)).toBe('complete');
});

test('the device is registered with its name, and again after the database was lost or its key changed', async () => {
  const { fingerprint } = await setUp(files, NEW);
  const key = { productId: 'home', deviceId: 'our-house' };
  for (const database of ['first.db', 'second.db']) {
    await using registry = await openRegistry(join(parent, database));
    await register(registry, files);
    expect(await registry.devices.get(key)).toMatchObject({ fingerprint, name: 'Our house' });
    await registry.devices.update(key, { fingerprint: 'ab'.repeat(32) });
    await register(registry, files);
    expect(await registry.devices.get(key)).toMatchObject({ fingerprint });
  }
});
