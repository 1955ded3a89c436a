/** @module The registry in a file. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database, Queries, Snapshot } from './database.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import { migrate } from './migrate.ts';
import { kyselyDatabase } from './node-sqlite.ts';
import type { RegistrySchema } from './schema.ts';

/** How long a statement waits for another process that is writing, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a file, making it if there is none. Several processes may have it open: readers and one writer do not disturb
 * each other (WAL). @throws EdgeError ERR_DATABASE
 */
export async function openSqlite(file: string): Promise<Database> {
  try {
    const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    return await prepared(file, sqlite);
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.cause instanceof DatabaseError) throw cause;
    const { message } = toDatabaseError(cause);
    throw new DatabaseError(
      `database expected a file that can be opened and migrated, got ${file}: ${message}`,
      {
        cause,
      },
    );
  }
}

async function prepared(file: string, sqlite: DatabaseSync): Promise<Database> {
  const db = kyselyOver(sqlite);
  try {
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    await migrateExclusively(sqlite, db);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  return {
    kind: 'sqlite',
    db,
    change: async (task) => db.transaction().execute(task),
    snapshot: async () => snapshotOf(file),
    close: () => db.destroy(),
  };
}

/** Migrates in one write transaction, so that two processes that start at once do it one after the other. */
async function migrateExclusively(sqlite: DatabaseSync, db: Queries): Promise<void> {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    await migrate(db, 'sqlite');
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

/** A second connection that only reads: the first would have everybody wait for whoever takes the rows. */
function snapshotOf(file: string): Snapshot {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  sqlite.exec('BEGIN');
  const db = kyselyOver(sqlite);
  return { db, [Symbol.asyncDispose]: async () => sqlite.close() };
}

function kyselyOver(sqlite: DatabaseSync): Kysely<RegistrySchema> {
  return new Kysely<RegistrySchema>({ dialect: new SqliteDialect({ database: kyselyDatabase(sqlite) }) });
}
