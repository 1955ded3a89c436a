/** @module Ids are case-insensitive, on each database (docs/adr/0051). */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { openDatabase } from './registry.ts';
import { hashSecret } from './secret.ts';

const FINGERPRINT = 'ab'.repeat(32);
const REGISTERED = { productId: 'Pr-X', deviceId: 'De-X' };
const TYPED = { productId: 'PR-x', deviceId: 'dE-X' };

onEachDatabase((make) => {
  test('a device is found with ids in any case, and listed as registered', async () => {
    await using database = await make();
    await using registry = await database.open(() => 1_000);
    const { products, devices, tokens } = registry;
    await products.add(REGISTERED.productId);
    await devices.add({ ...REGISTERED, productId: TYPED.productId, fingerprint: FINGERPRINT });
    expect(await devices.lookUp(TYPED)).toEqual({ kind: 'found', key: REGISTERED, fingerprint: FINGERPRINT });
    expect(await devices.get(TYPED)).toMatchObject(REGISTERED);
    expect(await products.get(TYPED.productId)).toMatchObject({ productId: REGISTERED.productId });
    expect(await products.has(TYPED.productId)).toBe(true);
    expect(await devices.list({ productId: TYPED.productId, limit: 10 })).toMatchObject([REGISTERED]);
    expect(await devices.update(TYPED, { name: 'Door' })).toMatchObject({ ...REGISTERED, name: 'Door' });
    const { id } = await tokens.add({ ...TYPED, lifetimeMs: 500 });
    const wide = await tokens.add({ productId: TYPED.productId, lifetimeMs: 500 });
    expect(await tokens.get(id)).toMatchObject(REGISTERED);
    expect(await tokens.get(wide.id)).toMatchObject({ productId: REGISTERED.productId });
    expect(await tokens.list({ ...TYPED, limit: 10 })).toMatchObject([{ id }]);
    const issuer = { issuer: 'https://id.example', audience: 'a', jwks: '/keys.json' };
    await products.addIssuer(TYPED.productId, issuer);
    expect(await products.jwtIssuers(TYPED.productId)).toEqual([issuer]);
    await products.removeIssuer(TYPED.productId.toUpperCase(), issuer.issuer);
    await devices.remove(TYPED);
    expect(await devices.get(REGISTERED)).toBeUndefined();
    await products.remove(TYPED.productId);
    expect(await products.has(REGISTERED.productId)).toBe(false);
  });

  test('an id that differs from a registered one only in case cannot be registered', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices } = registry;
    await products.add(REGISTERED.productId);
    await devices.add({ ...REGISTERED, fingerprint: FINGERPRINT });
    await expect(products.add(TYPED.productId)).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
      message: 'product Pr-X already exists',
    });
    await expect(devices.add({ ...TYPED, fingerprint: FINGERPRINT })).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
      message: 'device De-X of product Pr-X already exists',
    });
  });

  test('filters of the audit record ignore the case of ids', async () => {
    await using database = await make();
    await using registry = await database.open();
    for (const key of [REGISTERED, TYPED, { ...REGISTERED, deviceId: 'other' }])
      await registry.audit.record({ action: 'client.login', outcome: 'refused', actor: 'client', ...key });
    const ofDevice = await registry.audit.list({ ...TYPED, limit: 10 });
    expect(ofDevice.map(({ productId, deviceId }) => ({ productId, deviceId }))).toEqual([TYPED, REGISTERED]);
  });

  test('a database with ids that differ only in case is not opened, and the error lists them', async () => {
    await using database = await make();
    const older = await openDatabase(database.text, () => undefined);
    for (const index of ['products_folded', 'devices_folded'])
      await sql`drop index ${sql.ref(index)}`.execute(older.db);
    await sql`drop table push_keys`.execute(older.db);
    await sql`delete from kysely_migration where name >= '0003-ids-in-any-case'`.execute(older.db);
    await sql`insert into products (product_id, created_at) values ('Pr', 1), ('pr', 1), ('q', 1)`.execute(
      older.db,
    );
    await sql`insert into devices (product_id, device_id, fingerprint, created_at)
      values ('q', 'De', ${hashSecret('a')}, 1), ('q', 'de', ${hashSecret('b')}, 1), ('q', 'f', ${hashSecret('c')}, 1)`.execute(
      older.db,
    );
    await older.close();
    await expect(database.open()).rejects.toMatchObject({
      code: 'ERR_DATABASE',
      message: expect.stringContaining(
        'the database has device De of product q, device de of product q, product Pr, product pr: remove all but one',
      ),
    });
  });
});
