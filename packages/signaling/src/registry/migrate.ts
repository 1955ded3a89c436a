/** @module Brings a database to the current schema. */
import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { DatabaseKind } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { migrationsFor } from './migrations/migrations.ts';
import type { RegistrySchema } from './schema.ts';

/** Migrates. @throws DatabaseError for a database that a newer program made, or what went wrong. */
export async function migrate(db: Kysely<RegistrySchema>, kind: DatabaseKind): Promise<void> {
  const migrations = migrationsFor(kind);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const newer = (await executedMigrations(db)).filter((name) => migrations[name] === undefined);
  if (newer.length === 0) throw error;
  throw new DatabaseError(
    `database expected one of this program, got one that a newer program made (${newer.join(', ')})`,
    { cause: error },
  );
}

async function executedMigrations(db: Kysely<RegistrySchema>): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // there is no such table, or no database: whoever asks has the error of the migration itself
    return [];
  }
}
