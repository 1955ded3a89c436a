/** @module A copy of the registry's file, made while others use it. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { EdgeError } from '@longwire/protocol';
import { toDatabaseError } from './database-error.ts';

/** Readable by nobody else, as the database itself should be. */
const PRIVATE_MODE = 0o600;
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies the database as it is at one moment into a file that is not there yet.
 * @throws EdgeError ERR_USAGE for PostgreSQL, which has a tool for it, or a file that is there; ERR_DATABASE
 */
export function backUpSqlite(database: string, file: string): void {
  if (/^postgres(?:ql)?:\/\//iu.test(database)) {
    throw new EdgeError(
      'ERR_USAGE',
      'backup expected a SQLite file, got PostgreSQL: use pg_dump --format=custom --file=FILE "$DATABASE_URL", and pg_restore',
    );
  }
  if (!existsSync(database)) throw new EdgeError('ERR_NOT_FOUND', `database ${database} expected, got none`);
  const sqlite = open(database);
  try {
    makeEmpty(file);
    fill(file, sqlite);
  } finally {
    sqlite.close();
  }
}

/** A file of its own, private from the start: a link that leads elsewhere is not followed, even if nothing is where it leads. */
function makeEmpty(file: string): void {
  try {
    closeSync(openSync(file, 'wx', PRIVATE_MODE));
  } catch (cause) {
    throw new EdgeError(
      'ERR_USAGE',
      `backup expected a file that is not there and can be made, got ${file}`,
      {
        cause,
      },
    );
  }
}

/** What is half done is removed, or nobody could try again. */
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
