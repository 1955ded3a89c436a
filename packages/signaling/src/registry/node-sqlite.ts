/** @module node:sqlite as Kysely's SqliteDialect wants it. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { toDatabaseError } from './database-error.ts';

/** Prepared statements that are kept; the program has fewer that are short. */
const MAX_KEPT_STATEMENTS = 128;

/** Longest statement that is kept, in characters: those that insert many rows differ by their number each time. */
const MAX_KEPT_LENGTH = 1_500;

/** Adapts an open database. */
export function kyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => {
      kept.clear();
      database.close();
    },
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known !== undefined) return known;
      const statement = attempt(() => adaptStatement(database.prepare(immediate(sql))));
      if (sql.length <= MAX_KEPT_LENGTH && kept.size < MAX_KEPT_STATEMENTS) kept.set(sql, statement);
      return statement;
    },
  };
}

/**
 * Kysely begins every transaction with this, and ours all write: one that begins with a read fails when another
 * process writes in between, instead of waiting for it.
 */
function immediate(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => attempt(() => statement.all({}, ...parameters.map((value) => toInput(value)))),
    run: (parameters) => attempt(() => statement.run({}, ...parameters.map((value) => toInput(value)))),
    iterate: (parameters) => statement.iterate({}, ...parameters.map((value) => toInput(value))),
  };
}

function attempt<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    throw error instanceof TypeError ? error : toDatabaseError(error);
  }
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
