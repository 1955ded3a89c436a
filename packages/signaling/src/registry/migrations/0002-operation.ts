/** @module Devices that can be disabled, announced tokens, the feed of changes, the audit table, operators and their keys. */
import { sql, type CreateTableBuilder, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DatabaseKind } from '../database.ts';

/** Adds what operation needs beyond the first tables. */
export function operation(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      if (kind === 'postgres') await sortByBytes(db);
      await extendDevices(db);
      await createAnnouncedTokens(db);
      await createChanges(db, kind);
      await createAudit(db, kind);
      await createOperators(db);
    },
  };
}

/** Makes ids sort as in SQLite, and keeps indexes valid across updates of the system's locales. */
async function sortByBytes(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ['products', 'product_id'],
    ['jwt_issuers', 'product_id'],
    ['jwt_issuers', 'issuer'],
    ['devices', 'product_id'],
    ['devices', 'device_id'],
    ['tokens', 'token_id'],
    ['tokens', 'hash'],
    ['tokens', 'product_id'],
    ['tokens', 'device_id'],
  ] as const;
  for (const [table, column] of columns) {
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} type text collate "C"`.execute(
      db,
    );
  }
}

async function extendDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('devices')
    .addColumn('is_enabled', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await db.schema.alterTable('devices').addColumn('seen_at', 'bigint').execute();
  await db.schema.createIndex('tokens_product').on('tokens').columns(['product_id', 'token_id']).execute();
  await db.schema.createIndex('tokens_device').on('tokens').columns(['product_id', 'device_id']).execute();
}

async function createAnnouncedTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('announced_tokens')
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('token_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addPrimaryKeyConstraint('announced_tokens_key', ['product_id', 'device_id', 'hash'])
    .addForeignKeyConstraint('announced_tokens_device', ['product_id', 'device_id'], 'devices', [
      'product_id',
      'device_id',
    ])
    .execute();
  await db.schema.createIndex('announced_tokens_id').on('announced_tokens').column('token_id').execute();
  await db.schema
    .createIndex('announced_tokens_product')
    .on('announced_tokens')
    .columns(['product_id', 'token_id', 'device_id'])
    .execute();
}

/** Without foreign keys: the subject of a change is often deleted. */
async function createChanges(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await numbered(db.schema.createTable('changes'), kind)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('device_id', 'text')
    .addColumn('token_id', 'text')
    .addColumn('issuer', 'text')
    .execute();
}

async function createAudit(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await numbered(db.schema.createTable('audit'), kind)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text')
    .addColumn('device_id', 'text')
    .addColumn('token_id', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text')
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('audit_at').on('audit').column('at').execute();
  // one index per filter column, in the order of pages
  for (const mark of ['device_id', 'actor', 'outcome', 'action', 'product_id']) {
    await db.schema.createIndex(`audit_${mark}`).on('audit').columns([mark, 'seq']).execute();
  }
  await (kind === 'sqlite' ? refuseUpdatesInSqlite(db) : refuseUpdatesInPostgres(db));
}

async function refuseUpdatesInSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger audit_append_only before update on audit begin select raise(abort, 'audit is append only'); end`.execute(
    db,
  );
}

async function refuseUpdatesInPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function audit_append_only() returns trigger language plpgsql as $$ begin raise exception 'audit is append only'; end $$`.execute(
    db,
  );
  await sql`create trigger audit_append_only before update on audit for each row execute function audit_append_only()`.execute(
    db,
  );
}

async function createOperators(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operators')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('is_enabled', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('operator_sessions')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().references('operators.name').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('operator_sessions_name').on('operator_sessions').column('name').execute();
  await db.schema
    .createTable('api_keys')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('api_keys_name')
    .on('api_keys')
    .column('name')
    .unique()
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
}

/** Adds a number that grows with each row and is never reused. */
function numbered(table: CreateTableBuilder<string>, kind: DatabaseKind): CreateTableBuilder<string, 'seq'> {
  return kind === 'sqlite'
    ? table.addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('seq', 'bigserial', (column) => column.primaryKey());
}
