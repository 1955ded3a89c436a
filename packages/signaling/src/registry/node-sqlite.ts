/** @module Adapts node:sqlite to Kysely's SqliteDialect. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { toDatabaseError } from './database-error.ts';

/** Cached prepared statements; the program has fewer short ones. */
const MAX_KEPT_STATEMENTS = 128;

/** Longest cached statement, in characters: inserts of many rows vary with the number of rows. */
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
      const cached = kept.get(sql);
      if (cached !== undefined) return cached;
      const statement = attempt(() => adaptStatement(database.prepare(immediate(sql))));
      if (sql.length <= MAX_KEPT_LENGTH && kept.size < MAX_KEPT_STATEMENTS) kept.set(sql, statement);
      return statement;
    },
  };
}

/**
 * Replaces Kysely's `begin`. All our transactions write: one that begins with a read fails if another process
 * writes in between, instead of waiting for it.
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
 * Converts a parameter. Together with the empty object before the parameters, this keeps SQLite from treating
 * an object as named parameters, which silently binds NULL.
 */
function toInput(value: unknown): SQLInputValue {
  if (value === null || value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new TypeError(`SQL parameter must be text, number, bytes or null, got ${typeof value}`);
}
