/** @module The key pair that signs push messages. Published: never changes. */
import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the table of the one key pair. */
export const pushKeys: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .createTable('push_keys')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('jwk', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
