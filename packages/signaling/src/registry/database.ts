/** @module Interface of the registry's database. */
import type { Kysely, Transaction } from 'kysely';
import type { RegistrySchema } from './schema.ts';

/** The supported databases. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** The database that an option names: a SQLite file, or a `postgres://` URL. */
export function databaseKind(text: string): DatabaseKind {
  return /^postgres(?:ql)?:\/\//iu.test(text) ? 'postgres' : 'sqlite';
}

/** Runs statements, alone or within a transaction. */
export type Queries = Kysely<RegistrySchema>;

/** A write transaction. */
export type Write = Transaction<RegistrySchema>;

/** Receives errors that no caller is waiting for: a broken idle connection, a failed batch. */
export type ReportError = (error: Error, what: string) => void;

/** An open database with the current schema. */
export interface Database {
  readonly kind: DatabaseKind;
  readonly db: Queries;
  /**
   * Runs a transaction that may write to the change feed. Such transactions run one at a time, so that change
   * numbers follow the order of commits and readers of the feed miss none.
   */
  change<T>(task: (write: Write) => Promise<T>): Promise<T>;
  /** Takes a consistent snapshot; concurrent writes do not affect it. */
  snapshot(): Promise<Snapshot>;
  /** @throws EdgeError ERR_DATABASE if what is open is no longer the database: its file was replaced or removed */
  requireInPlace(): void;
  close(): Promise<void>;
}

/** A consistent view of the database. */
export interface Snapshot extends AsyncDisposable {
  readonly db: Queries;
}
