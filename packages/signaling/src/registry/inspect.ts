/** @module Looks into a database without changing it. */
import { databaseKind, type DatabaseKind, type Queries } from './database.ts';
import { toDatabaseError } from './database-error.ts';
import { compareMigrations } from './migrate.ts';
import { readPostgres } from './postgres-database.ts';
import { readSqlite } from './sqlite-database.ts';

/** What a database contains. */
export type Inspection =
  /** The schema of an older version, without these migrations. */
  | { readonly kind: 'older'; readonly missing: readonly string[] }
  | {
      /** The current schema, or nothing yet. */
      readonly kind: 'usable';
      readonly hasProducts: boolean;
      readonly operators: number;
      readonly hasAdmin: boolean;
    };

/** Inspects a SQLite file that exists, or a `postgres://` URL. @throws EdgeError ERR_DATABASE */
export async function inspect(text: string): Promise<Inspection> {
  const kind = databaseKind(text);
  const task = async (db: Queries): Promise<Inspection> => await inspectOpened(db, kind);
  try {
    return await (kind === 'postgres' ? readPostgres(text, task) : readSqlite(text, task));
  } catch (error) {
    throw toDatabaseError(error);
  }
}

async function inspectOpened(db: Queries, kind: DatabaseKind): Promise<Inspection> {
  const { executed, missing } = await compareMigrations(db, kind);
  if (executed.length === 0) return { kind: 'usable', hasProducts: false, operators: 0, hasAdmin: false };
  if (missing.length > 0) return { kind: 'older', missing };
  const product = await db.selectFrom('products').select('product_id').limit(1).executeTakeFirst();
  const operators = await db.selectFrom('operators').select(['role', 'is_enabled']).execute();
  return {
    kind: 'usable',
    hasProducts: product !== undefined,
    operators: operators.length,
    hasAdmin: operators.some(({ role, is_enabled }) => role === 'admin' && is_enabled !== 0),
  };
}
