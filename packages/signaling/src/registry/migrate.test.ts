/** @module Migration from each older schema; newer databases are rejected. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { openDatabase, openRegistry } from './registry.ts';
import { hashSecret, makeSecret } from './secret.ts';

const FINGERPRINT = 'ab'.repeat(32);

/** Creates a database like the first published version, statement by statement, with rows. */
function makeFirstVersion(file: string): { value: string; id: string } {
  const token = makeSecret('lw');
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    create table "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
    create table "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
    insert into "kysely_migration_lock" values ('migration_lock', 0);
    create table "products" ("product_id" text primary key, "created_at" bigint not null);
    create table "jwt_issuers" ("product_id" text not null references "products" ("product_id"), "issuer" text not null, "audience" text not null, "jwks" text not null, "created_at" bigint not null, constraint "jwt_issuers_key" primary key ("product_id", "issuer"));
    create table "devices" ("product_id" text not null references "products" ("product_id"), "device_id" text not null, "fingerprint" text not null, "name" text, "created_at" bigint not null, constraint "devices_key" primary key ("product_id", "device_id"));
    create table "tokens" ("token_id" text primary key, "hash" text not null unique, "product_id" text not null references "products" ("product_id"), "device_id" text, "created_at" bigint not null, "expires_at" bigint not null, "revoked_at" bigint, constraint "tokens_device" foreign key ("product_id", "device_id") references "devices" ("product_id", "device_id"));
    insert into "kysely_migration" values ('0001-initial', '2026-01-01T00:00:00.000Z');
    insert into "products" values ('p', 1);
    insert into "jwt_issuers" values ('p', 'https://id.example', 'a', '/keys.json', 2);
    insert into "devices" values ('p', 'd', '${FINGERPRINT}', 'Door', 3), ('p', 'e', '${FINGERPRINT}', null, 4);
    insert into "tokens" values
      ('${token.id}', '${token.hash}', 'p', 'd', 5, 900, null),
      ('lw_0123456789', '${hashSecret('old')}', 'p', null, 6, 901, 7);
  `);
  database.close();
  return token;
}

test('migrating a database of the first version keeps every row', async () => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'r.db');
  const { id, value } = makeFirstVersion(file);
  await using registry = await openRegistry(file, () => 500);
  const { products, devices, tokens, changes } = registry;
  expect(await products.get('p')).toEqual({
    productId: 'p',
    createdAt: 1,
    issuers: [{ issuer: 'https://id.example', audience: 'a', jwks: '/keys.json' }],
  });
  const device = { productId: 'p', fingerprint: FINGERPRINT, isEnabled: true, seenAt: undefined };
  expect(await devices.list({ productId: 'p', limit: 10 })).toEqual([
    { ...device, deviceId: 'd', name: 'Door', createdAt: 3 },
    { ...device, deviceId: 'e', name: undefined, createdAt: 4 },
  ]);
  const scope = { productId: 'p', origin: 'service' };
  expect(await tokens.find({ productId: 'p', deviceId: 'd' }, value)).toEqual({
    ...scope,
    id,
    deviceId: 'd',
    createdAt: 5,
    expiresAt: 900,
    isRevoked: false,
  });
  expect(await tokens.find({ productId: 'p', deviceId: 'e' }, 'old')).toEqual({
    ...scope,
    id: 'lw_0123456789',
    deviceId: undefined,
    createdAt: 6,
    expiresAt: 901,
    isRevoked: true,
  });
  expect(await changes.since(0)).toEqual([]);
  await products.remove('p');
});

/** The statements that create these tables. */
function tables(file: string, names: readonly string[]): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare("select name, sql from sqlite_master where type = 'table' order by name")
    .all();
  database.close();
  return rows.filter(({ name }) => names.includes(String(name)));
}

test('the first migration still creates the schema of the first version', async () => {
  await using directory = await makeDirectory();
  const [then, now] = [join(directory.path, 'then.db'), join(directory.path, 'now.db')];
  makeFirstVersion(then);
  await (await openRegistry(then)).close();
  await (await openRegistry(now)).close();
  const names = ['products', 'jwt_issuers', 'devices', 'tokens'];
  expect(tables(now, names)).toEqual(tables(then, names));
});

onEachDatabase((make) => {
  test("a database of a newer version is rejected, with the migration's name, and left unchanged", async () => {
    await using database = await make();
    await (await database.open()).close();
    const raw = await openDatabase(database.text, () => undefined);
    await sql`insert into kysely_migration values ('9999-future', '2099-01-01T00:00:00.000Z')`.execute(
      raw.db,
    );
    await expect(database.open()).rejects.toMatchObject({
      code: 'ERR_DATABASE',
      message: expect.stringContaining('newer version of this program (9999-future)'),
    });
    await sql`delete from kysely_migration where name = '9999-future'`.execute(raw.db);
    await raw.close();
    await (await database.open()).close();
  });

  test('processes that create the same new database concurrently all succeed', async () => {
    await using database = await make();
    const program = new URL('../test-support/registry-writer.fixture.ts', import.meta.url);
    const children = [1, 2, 3, 4].map((name) =>
      fork(program, [database.text, `start${name}`, '1'], {
        execArgv: ['--conditions=longwire-source'],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
    );
    const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown));
    expect(codes).toEqual([0, 0, 0, 0]);
    await using registry = await database.open();
    expect(await registry.products.list({ limit: 10 })).toHaveLength(4);
  });
});
