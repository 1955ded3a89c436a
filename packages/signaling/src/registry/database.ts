/** @module Opens the registry's database and brings it to the current schema. */
import { DatabaseSync } from 'node:sqlite';
import { EdgeError } from '@longwire/protocol';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations.ts';
import { kyselyDatabase } from './node-sqlite.ts';
import type { RegistrySchema } from './schema.ts';

/** How long a statement waits for another process that is writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a file, making it if there is none. Several processes may have it open: readers and one writer do not disturb
 * each other (WAL). @throws EdgeError ERR_DATABASE
 */
export async function openDatabase(file: string): Promise<Kysely<RegistrySchema>> {
  try {
    const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    const db = new Kysely<RegistrySchema>({
      dialect: new SqliteDialect({ database: kyselyDatabase(sqlite) }),
    });
    await migrate(sqlite, db);
    return db;
  } catch (cause) {
    throw new EdgeError(
      'ERR_DATABASE',
      `database expected a file that can be opened and migrated, got ${file}`,
      {
        cause,
      },
    );
  }
}

/** Migrates in one write transaction, so that two processes that start at once do it one after the other. */
async function migrate(sqlite: DatabaseSync, db: Kysely<RegistrySchema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...MIGRATIONS }) } });
  sqlite.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  sqlite.exec(error === undefined ? 'COMMIT' : 'ROLLBACK');
  if (error !== undefined) throw error;
}
