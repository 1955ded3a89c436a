/** @module Products, issuers, devices and tokens. Published: never changes. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The first tables. */
export const initial: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await createProducts(db);
    await createDevices(db);
    await createTokens(db);
  },
};

async function createProducts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('products')
    .addColumn('product_id', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('jwt_issuers')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.product_id'))
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('jwks', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('jwt_issuers_key', ['product_id', 'issuer'])
    .execute();
}

async function createDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.product_id'))
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('devices_key', ['product_id', 'device_id'])
    .execute();
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tokens')
    .addColumn('token_id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('product_id', 'text', (column) => column.notNull().references('products.product_id'))
    .addColumn('device_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addForeignKeyConstraint('tokens_device', ['product_id', 'device_id'], 'devices', [
      'product_id',
      'device_id',
    ])
    .execute();
}
