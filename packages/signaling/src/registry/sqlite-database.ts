/** @module The registry in a SQLite file. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import type { Database, Queries, Snapshot } from './database.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import { migrate } from './migrate.ts';
import { kyselyDatabase } from './node-sqlite.ts';
import type { RegistrySchema } from './schema.ts';
import { BUSY_TIMEOUT_MS, SharedSqliteDialect, untilFree } from './shared-sqlite-dialect.ts';

/**
 * Opens a file and creates it if missing. Several processes may have it open: readers and one writer do not
 * block each other (WAL). @throws EdgeError ERR_DATABASE
 */
export async function openSqlite(file: string): Promise<Database> {
  try {
    const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    return await prepared(file, sqlite);
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.cause instanceof DatabaseError) throw cause;
    const { message } = toDatabaseError(cause);
    throw new DatabaseError(`cannot open or migrate the database file ${file}: ${message}`, {
      cause,
    });
  }
}

async function prepared(file: string, sqlite: DatabaseSync): Promise<Database> {
  const db = kyselyOver(sqlite);
  try {
    // SQLite does not wait itself when a statement upgrades its lock, as this does: two that wait for each other would never end.
    await untilFree(() => sqlite.exec('PRAGMA journal_mode = WAL'));
    sqlite.exec('PRAGMA synchronous = NORMAL');
    await migrateExclusively(sqlite, db);
    // the dialect waits from here on
    sqlite.exec('PRAGMA busy_timeout = 0');
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const opened = inodeOf(file);
  const requireInPlace = (): void => {
    if (inodeOf(file) === opened) return;
    throw new DatabaseError(
      `the database file ${file} was replaced or removed while it was open: restart the service, and stop it before a restore`,
      {},
    );
  };
  return {
    kind: 'sqlite',
    db,
    requireInPlace,
    change: async (task) => {
      requireInPlace();
      return await db.transaction().execute(task);
    },
    snapshot: async () => snapshotOf(file),
    close: () => db.destroy(),
  };
}

/** A file that was replaced has another. */
function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/** Migrates in one write transaction, so that processes that start concurrently take turns. */
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

/**
 * Opens a second, read-only connection: on the first, other statements would wait for the reader of the rows.
 */
function snapshotOf(file: string): Snapshot {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  sqlite.exec('BEGIN');
  const db = kyselyOver(sqlite);
  return { db, [Symbol.asyncDispose]: async () => sqlite.close() };
}

/**
 * Reads from an existing file without writing to it. Not by a read-only connection, which would leave the files of the
 * write-ahead log behind.
 */
export async function readSqlite<T>(file: string, task: (db: Queries) => Promise<T>): Promise<T> {
  const sqlite = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    sqlite.exec('PRAGMA query_only = ON');
    return await task(kyselyOver(sqlite));
  } finally {
    sqlite.close();
  }
}

function kyselyOver(sqlite: DatabaseSync): Kysely<RegistrySchema> {
  return new Kysely<RegistrySchema>({
    dialect: new SharedSqliteDialect({ database: kyselyDatabase(sqlite) }),
  });
}
