/** @module Migrates a database to the current schema. */
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { DatabaseKind } from './database.ts';
import { DatabaseError } from './database-error.ts';
import type { RegistrySchema } from './schema.ts';
import { initial } from './migrations/0001-initial.ts';
import { operation } from './migrations/0002-operation.ts';
import { idsInAnyCase } from './migrations/0003-ids-in-any-case.ts';
import { pushKeys } from './migrations/0004-push-keys.ts';

/** Migrates. @throws DatabaseError for a database of a newer version, or the cause of the failure */
export async function migrate(db: Kysely<RegistrySchema>, kind: DatabaseKind): Promise<void> {
  const { error } = await migratorOf(db, kind).migrateToLatest();
  if (error === undefined) return;
  requireKnown(await executedMigrations(db), kind, error);
  throw error;
}

/** The names of the migrations that a database has and lacks. @throws DatabaseError for a database of a newer version */
export async function compareMigrations(
  db: Kysely<RegistrySchema>,
  kind: DatabaseKind,
): Promise<{ readonly executed: readonly string[]; readonly missing: readonly string[] }> {
  const all = await migratorOf(db, kind).getMigrations();
  const missing = all.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  const executed = missing.length === all.length ? [] : await executedMigrations(db);
  requireKnown(executed, kind);
  return { executed, missing };
}

function migratorOf(db: Kysely<RegistrySchema>, kind: DatabaseKind): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => migrationsFor(kind) } });
}

function requireKnown(executed: readonly string[], kind: DatabaseKind, cause?: unknown): void {
  const migrations = migrationsFor(kind);
  const newer = executed.filter((name) => migrations[name] === undefined);
  if (newer.length === 0) return;
  throw new DatabaseError(
    `the database was created by a newer version of this program (${newer.join(', ')})`,
    { cause },
  );
}

async function executedMigrations(db: Kysely<RegistrySchema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // the table or the database does not exist; the migration's own error is reported instead
    return [];
  }
}

/** Every migration, ordered by name. */
function migrationsFor(kind: DatabaseKind): Record<string, Migration> {
  return {
    '0001-initial': initial,
    '0002-operation': operation(kind),
    '0003-ids-in-any-case': idsInAnyCase,
    '0004-push-keys': pushKeys,
  };
}
