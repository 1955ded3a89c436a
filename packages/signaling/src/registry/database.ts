/** @module The registry's database, whichever it is. */
import type { Kysely, Transaction } from 'kysely';
import type { RegistrySchema } from './schema.ts';

/** The databases that the registry runs on. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** A statement, alone or within a transaction. */
export type Queries = Kysely<RegistrySchema>;

/** A transaction that writes. */
export type Write = Transaction<RegistrySchema>;

/** What goes wrong where nobody waits for an answer: an idle connection that breaks, a batch that cannot be written. */
export type ReportTrouble = (error: Error, what: string) => void;

/** An open database of the current schema. */
export interface Database {
  readonly kind: DatabaseKind;
  readonly db: Queries;
  /**
   * Runs a transaction that may write to the feed of changes. Such transactions run one after the other, so that the
   * numbers of changes are in the order of their commits and nobody who reads the feed misses one.
   */
  change<T>(task: (write: Write) => Promise<T>): Promise<T>;
  /** Runs `task` on the database as it is at one moment, beside whatever is written meanwhile. */
  snapshot(): Promise<Snapshot>;
  close(): Promise<void>;
}

/** The database at one moment. */
export interface Snapshot extends AsyncDisposable {
  readonly db: Queries;
}
