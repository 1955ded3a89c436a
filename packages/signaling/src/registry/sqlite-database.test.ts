/** @module The registry's file. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { openRegistry } from './registry.ts';
import { hashSecret } from './secret.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const FINGERPRINT = 'ab'.repeat(32);

test("the database's files contain no secret", async () => {
  await using directory = await makeDirectory();
  const registry = await openRegistry(join(directory.path, 'r.db'));
  await registry.products.add('p');
  const { value: token } = await registry.tokens.add({ productId: 'p', lifetimeMs: 1_000 });
  const { value: key } = await registry.apiKeys.add({ name: 'deploy', role: 'viewer' });
  await registry.operators.add({ name: 'ann', role: 'viewer', password: 'correct horse battery' });
  const session = await registry.operatorSessions.add('ann', 1_000);
  const read = async (): Promise<Buffer> => {
    const names = await readdir(directory.path);
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(directory.path, name)))));
  };
  const secrets = [...[token, key, session].map(secretOf), 'correct horse'];
  for (const value of [token, key, session]) expect((await read()).includes(hashSecret(value))).toBe(true);
  for (const secret of secrets) expect((await read()).includes(secret)).toBe(false);
  await registry.close();
  for (const secret of secrets) expect((await read()).includes(secret)).toBe(false);
});

test('the database uses a write-ahead log and enforces foreign keys', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'r.db');
  await (await openRegistry(file)).close();
  const database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.exec('PRAGMA foreign_keys = ON');
  const insert = `INSERT INTO devices VALUES ('none', 'd', '${FINGERPRINT}', NULL, 1, 1, NULL)`;
  expect(() => database.exec(insert)).toThrow(/FOREIGN KEY/);
  database.close();
});

test('a new file that another process is creating is opened when that has ended', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'r.db');
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const opening = openRegistry(file);
  other.exec('COMMIT');
  other.close();
  await using registry = await opening;
  await expect(registry.products.add('p')).resolves.toBeUndefined();
});

test('a change waits for another process that is writing, and everything else goes on', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'r.db');
  await using registry = await openRegistry(file);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const adding = registry.products.add('p');
  const recording = registry.audit.record({ action: 'test', outcome: 'refused', actor: 'client' });
  await setImmediate();
  other.exec('COMMIT');
  other.close();
  await Promise.all([adding, recording]);
  expect(await registry.products.has('p')).toBe(true);
  expect(await registry.audit.list({ limit: 10 })).toHaveLength(1);
});

test('a file that is not a database, or cannot be created, causes a typed error', async () => {
  await using directory = await makeDirectory();
  const text = join(directory.path, 'text.db');
  await writeFile(text, 'This is no database, however long it is.'.repeat(100));
  for (const file of [join(directory.path, 'none', 'r.db'), directory.path, text]) {
    await expect(openRegistry(file)).rejects.toMatchObject({
      code: 'ERR_DATABASE',
      message: expect.stringContaining(file),
    });
  }
  expect(await readFile(text, 'utf8')).toContain('This is no database');
});

test('a database whose file is replaced while it is open refuses changes in words, and is not ready', async () => {
  await using directory = await makeDirectory();
  const file = `${directory.path}/registry.db`;
  await using registry = await openRegistry(file);
  await registry.products.add('before');
  await registry.ready();
  await using other = await openRegistry(`${directory.path}/backup.db`);
  await other.products.add('restored');
  await rename(`${directory.path}/backup.db`, file);
  const replaced = { code: 'ERR_DATABASE', message: expect.stringContaining('was replaced or removed') };
  await expect(registry.ready()).rejects.toMatchObject(replaced);
  await expect(registry.products.add('lost')).rejects.toMatchObject(replaced);
});
