/** @module Products, devices and tokens in a real file. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeDirectory } from '../test-support/test-service.fixture.ts';
import { openRegistry } from './registry.ts';
import { hashToken, makeToken } from './token-value.ts';

const FINGERPRINT = 'ab'.repeat(32);
const lifetimeMs = 1_000;

test('products and devices are registered once, and found by exactly their ids', async () => {
  await using directory = await makeDirectory();
  await using registry = await openRegistry(join(directory.path, 'r.db'));
  const { products, devices } = registry;
  await products.add('p');
  await expect(products.add('p')).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
  const device = {
    productId: 'p',
    deviceId: 'd',
    fingerprint: FINGERPRINT.toUpperCase(),
    name: 'Front door',
  };
  await devices.add(device);
  await expect(devices.add(device)).rejects.toMatchObject({ code: 'ERR_ALREADY_EXISTS' });
  await expect(devices.add({ ...device, productId: 'q' })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  expect(await devices.fingerprintOf('p', 'd')).toBe(FINGERPRINT);
  expect(await devices.fingerprintOf('p', 'D')).toBeUndefined();
  expect(await devices.fingerprintOf("p' OR '1'='1", 'd')).toBeUndefined();
  expect(await products.has('p')).toBe(true);
  expect(await products.has('P')).toBe(false);
});

test('what is not an id, a name or a fingerprint is refused', async () => {
  await using directory = await makeDirectory();
  await using registry = await openRegistry(join(directory.path, 'r.db'));
  const { products, devices } = registry;
  for (const id of ['', 'a b', 'ä', '../x', '-x', 'x'.repeat(65), 'a\nb']) {
    await expect(products.add(id)).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
  }
  await products.add('x'.repeat(64));
  const device = { productId: 'x'.repeat(64), deviceId: 'd', fingerprint: FINGERPRINT };
  await expect(devices.add({ ...device, deviceId: '' })).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
  await expect(devices.add({ ...device, name: 'ü'.repeat(33) })).rejects.toMatchObject({
    code: 'ERR_NAME_FORMAT',
  });
  await expect(devices.add({ ...device, fingerprint: 'ab' })).rejects.toMatchObject({
    code: 'ERR_FINGERPRINT_FORMAT',
  });
  await devices.add({ ...device, name: 'ü'.repeat(32) });
});

test('a token has 256 random bits behind a public prefix and fits into 64 bytes', () => {
  const token = makeToken();
  const [brand, id, ...secret] = token.value.split('_');
  expect(`${brand}_${id}`).toBe(token.id);
  expect(Buffer.from(secret.join('_'), 'base64url')).toHaveLength(32);
  expect(token.value.length).toBeLessThanOrEqual(64);
  expect(token.hash).toBe(hashToken(token.value));
  expect(makeToken().value).not.toBe(token.value);
});

test('a token is found by its value only, and keeps scope, end and revocation', async () => {
  await using directory = await makeDirectory();
  await using registry = await openRegistry(join(directory.path, 'r.db'), () => 5_000);
  const { products, devices, tokens } = registry;
  await products.add('p');
  await devices.add({ productId: 'p', deviceId: 'd', fingerprint: FINGERPRINT });
  const { id, value } = await tokens.add({ productId: 'p', deviceId: 'd', lifetimeMs });
  const stored = { id, productId: 'p', deviceId: 'd', expiresAt: 6_000, isRevoked: false };
  expect(await tokens.find(value)).toEqual(stored);
  for (const wrong of [id, hashToken(value), value.toUpperCase(), `${value} `, '', '%']) {
    expect(await tokens.find(wrong)).toBeUndefined();
  }
  await tokens.revoke(id);
  expect(await tokens.find(value)).toEqual({ ...stored, isRevoked: true });
  await expect(tokens.revoke('lw_none')).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  await expect(tokens.add({ productId: 'q', lifetimeMs })).rejects.toMatchObject({ code: 'ERR_NOT_FOUND' });
  await expect(tokens.add({ productId: 'p', deviceId: 'e', lifetimeMs })).rejects.toMatchObject({
    code: 'ERR_NOT_FOUND',
  });
});

test("the database's files hold no token", async () => {
  await using directory = await makeDirectory();
  const registry = await openRegistry(join(directory.path, 'r.db'));
  await registry.products.add('p');
  const { value } = await registry.tokens.add({ productId: 'p', lifetimeMs });
  const read = async () => {
    const names = await readdir(directory.path);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(directory.path, name)))));
  };
  const secret = value.split('_').slice(2).join('_');
  expect((await read()).includes(hashToken(value))).toBe(true);
  expect((await read()).includes(secret)).toBe(false);
  await registry.close();
  expect((await read()).includes(secret)).toBe(false);
});

test('a second opening sees what the first writes, while both are open', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'r.db');
  await using one = await openRegistry(file);
  await using two = await openRegistry(file);
  await one.products.add('p');
  expect(await two.products.has('p')).toBe(true);
  await two.devices.add({ productId: 'p', deviceId: 'd', fingerprint: FINGERPRINT });
  expect(await one.devices.fingerprintOf('p', 'd')).toBe(FINGERPRINT);
});

test('the journal is a write-ahead log, and foreign keys hold', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'r.db');
  await (await openRegistry(file)).close();
  const database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.exec('PRAGMA foreign_keys = ON');
  const insert = `INSERT INTO devices VALUES ('none', 'd', '${FINGERPRINT}', NULL, 1)`;
  expect(() => database.exec(insert)).toThrow(/FOREIGN KEY/);
  database.close();
});

test('what is no database, or cannot be made, is a typed error', async () => {
  await using directory = await makeDirectory();
  await expect(openRegistry(join(directory.path, 'none', 'r.db'))).rejects.toMatchObject({
    code: 'ERR_DATABASE',
  });
  await expect(openRegistry(directory.path)).rejects.toMatchObject({ code: 'ERR_DATABASE' });
});
