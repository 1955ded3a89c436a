/** @module node:sqlite as Kysely's SqliteDialect wants it. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Adapts an open database. */
export function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => adaptStatement(database.prepare(sql)),
  };
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all({}, ...parameters.map((value) => toInput(value))),
    run: (parameters) => statement.run({}, ...parameters.map((value) => toInput(value))),
    iterate: (parameters) => statement.iterate({}, ...parameters.map((value) => toInput(value))),
  };
}

/**
 * What SQLite can store. The empty object before the parameters, and this check, keep an object from being taken for
 * named parameters, which binds NULL without a word.
 */
function toInput(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`SQL parameter expected text, number, bytes or null, got ${typeof value}`);
}
