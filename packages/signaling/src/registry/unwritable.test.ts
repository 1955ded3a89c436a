/** @module Databases that can be read and not written: a full disk, and a standby. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { startPostgres, type PostgresServer } from '../test-support/postgres.fixture.ts';
import { StoredProducts } from './products.ts';
import { openDatabase, openRegistry } from './registry.ts';
import { StoredTokens } from './tokens.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server[Symbol.asyncDispose](), 60_000);

test('a full disk refuses changes whole and keeps what was answered, and they work once there is room', async () => {
  await using directory = await makeDirectory();
  const file = `${directory.path}/registry.db`;
  const database = await openDatabase(file, () => undefined);
  const limit = async (pages: number): Promise<unknown> =>
    sql.raw(`pragma max_page_count = ${pages}`).execute(database.db);
  const products = new StoredProducts(database, () => 5);
  const tokens = new StoredTokens(database, () => 5);
  await products.add('pr-0');
  const old = await tokens.add({ productId: 'pr-0', lifetimeMs: 60_000 });
  await limit(1);
  const answered: string[] = [old.id];
  const refused: unknown[] = [];
  // SQLite never makes a file smaller than it is: what is free in it is used up first.
  while (refused.length < 3) {
    await tokens
      .add({ productId: 'pr-0', lifetimeMs: 60_000 })
      .then(({ id }) => answered.push(id))
      .catch((error: unknown) => refused.push(error));
  }
  expect(refused).toEqual(
    Array.from({ length: 3 }, () =>
      expect.objectContaining({ code: 'ERR_DATABASE', message: expect.stringContaining('disk is full') }),
    ),
  );
  const rotating = tokens.rotate(old.id, { overlapMs: 0, lifetimeMs: 60_000 });
  await expect(rotating).rejects.toMatchObject({ code: 'ERR_DATABASE' });
  expect(await tokens.get(old.id)).toMatchObject({ isRevoked: false, expiresAt: 60_005 });
  await limit(1_000_000);
  await products.add('pr-1');
  await database.close();
  await using registry = await openRegistry(file);
  const kept = await registry.tokens.list({ productId: 'pr-0', limit: 1_000 });
  expect(kept.map(({ id }) => id)).toEqual(answered.toSorted());
  expect(await registry.products.has('pr-1')).toBe(true);
});

test('a database that is read-only is read, refuses changes with its reason, and takes them later', async () => {
  const url = await server.createDatabase();
  await using registry = await openRegistry(url);
  await registry.products.add('pr-0');
  const client = new Client({ connectionString: url.replace(/[^/]+$/u, 'postgres') });
  await client.connect();
  const name = url.slice(url.lastIndexOf('/') + 1);
  /** Applies to new connections: those of the registry end. */
  const setReadOnly = async (isOn: boolean): Promise<void> => {
    await client.query(`alter database ${name} set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await expect.poll(() => registry.products.has('pr-0').catch(() => 'ended')).toBe(true);
  };
  await setReadOnly(true);
  await expect(registry.products.add('pr-1')).rejects.toMatchObject({
    code: 'ERR_DATABASE',
    message: expect.stringContaining('read-only transaction'),
  });
  await registry.audit.record({ action: 'test', outcome: 'refused', actor: 'client' });
  await expect(registry.audit.flush()).rejects.toMatchObject({ code: 'ERR_DATABASE' });
  await setReadOnly(false);
  await registry.products.add('pr-1');
  await registry.audit.flush();
  expect(await registry.audit.list({ limit: 10 })).toHaveLength(1);
  await client.end();
});
