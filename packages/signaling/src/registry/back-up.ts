/** @module Copies a SQLite registry while it is in use. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EdgeError } from '@longwire/protocol';
import { databaseKind } from './database.ts';
import { toDatabaseError } from './database-error.ts';

/** Readable by the owner only, like the database itself. */
const PRIVATE_MODE = 0o600;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies a snapshot of the database into a new file. @throws EdgeError ERR_USAGE for PostgreSQL, which has
 * its own tool, or an existing file; ERR_DATABASE
 */
export function backUpSqlite(database: string, file: string): void {
  if (databaseKind(database) === 'postgres') {
    throw new EdgeError(
      'ERR_USAGE',
      'backup supports only SQLite: for PostgreSQL use pg_dump --format=custom --file=FILE "$DATABASE_URL", and pg_restore',
    );
  }
  if (!existsSync(database)) throw new EdgeError('ERR_NOT_FOUND', `database ${database} does not exist`);
  const sqlite = open(database);
  try {
    makeEmpty(file);
    fill(file, sqlite);
  } finally {
    sqlite.close();
  }
}

/**
 * Creates the file with private permissions from the start; does not follow a symlink, even a dangling one.
 */
function makeEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE_MODE));
  } catch (cause) {
    throw new EdgeError(
      'ERR_USAGE',
      `cannot create backup file ${file}: it must not exist yet and its directory must be writable`,
      {
        cause,
      },
    );
  }
}

/** Removes a partial copy on failure, so that the backup can be retried. */
function fill(file: string, sqlite: DatabaseSync): void {
  try {
    sqlite.prepare('VACUUM INTO ?').run(file);
  } catch (cause) {
    rmSync(file, { force: true });
    throw toDatabaseError(cause);
  }
}

function open(database: string): DatabaseSync {
  try {
    return new DatabaseSync(database, { timeout: BUSY_TIMEOUT_MS });
  } catch (cause) {
    throw toDatabaseError(cause);
  }
}
