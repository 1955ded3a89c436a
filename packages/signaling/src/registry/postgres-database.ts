/** @module The registry in PostgreSQL. */
import { TaskQueue } from '@longwire/protocol';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Database, Queries, ReportError, Snapshot, Write } from './database.ts';
import { DatabaseError, toDatabaseError } from './database-error.ts';
import { migrate } from './migrate.ts';
import { createPool } from './node-postgres.ts';
import type { RegistrySchema } from './schema.ts';

/**
 * Connections per process. Reason: a statement takes under a millisecond, and a server has a hundred for all
 * nodes and commands.
 */
const MAX_CONNECTIONS = 10;

/** Time limit for getting a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Time limit of a statement including lock waits, in milliseconds; enforced by the server. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Time limit of a reply, in milliseconds, in case the server cannot enforce its own. */
const ANSWER_TIMEOUT_MS = 12_000;

/** Time between two statements of a transaction, in milliseconds: ends an export whose reader has stalled. */
const IDLE_IN_TRANSACTION_MS = 60_000;

/**
 * The same of a change, which others wait for: a process that is paused or gone must not hold them up for the time
 * limit of their statement. Reason: within a change a password may wait for its hash, which takes a second or two.
 */
const IDLE_IN_CHANGE_MS = 8_000;

/** Time limit of migrations, in milliseconds, including waits for another migrating process. */
const MIGRATION_TIMEOUT_MS = 10 * 60_000;

/** Arbitrary id of the advisory lock under which changes are numbered. */
const CHANGES_LOCK = 7_052_114_001;

/** Opens a database by its URL. @throws EdgeError ERR_DATABASE; the message never contains the password */
export async function openPostgres(url: string, report: ReportError): Promise<Database> {
  try {
    await migrateAlone(url, report);
  } catch (cause) {
    const { message } = toDatabaseError(cause);
    throw new DatabaseError(`cannot open the database at ${placeOf(url)}: ${message}`, { cause });
  }
  const db = connect(
    url,
    { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS },
    report,
  );
  // Changes of this process wait here, without taking a connection.
  const changes = new TaskQueue();
  return {
    kind: 'postgres',
    db,
    change: (task) => changes.run(() => changeAlone(db, task)),
    snapshot: async () => snapshotOf(db),
    // A connection leads to what its server has at the moment.
    requireInPlace: () => undefined,
    close: () => db.destroy(),
  };
}

/**
 * Uses a separate connection with a long time limit; processes that start concurrently take turns (Kysely's
 * advisory lock).
 */
async function migrateAlone(url: string, report: ReportError): Promise<void> {
  const timeouts = { statement_timeout: MIGRATION_TIMEOUT_MS, query_timeout: MIGRATION_TIMEOUT_MS };
  await using db = connect(url, { ...timeouts, max: 1 }, report);
  await migrate(db, 'postgres');
}

/** Runs a change after those of other processes. */
function changeAlone<T>(db: Queries, task: (write: Write) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (write) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(CHANGES_LOCK)}),
      set_config('idle_in_transaction_session_timeout', ${sql.lit(String(IDLE_IN_CHANGE_MS))}, true)`.execute(
      write,
    );
    return task(write);
  });
}

async function snapshotOf(db: Queries): Promise<Snapshot> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const end = async (): Promise<void> => {
    await transaction.rollback().execute();
  };
  return { db: transaction, [Symbol.asyncDispose]: end };
}

/** Reads from a database without writing to it. */
export async function readPostgres<T>(url: string, task: (db: Queries) => Promise<T>): Promise<T> {
  const timeouts = { statement_timeout: STATEMENT_TIMEOUT_MS, query_timeout: ANSWER_TIMEOUT_MS };
  await using db = connect(url, { ...timeouts, max: 1 }, () => undefined);
  return await db.transaction().setAccessMode('read only').execute(task);
}

function connect(url: string, config: PoolConfig, report: ReportError): Kysely<RegistrySchema> {
  const pool = createPool(
    {
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 30_000,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      application_name: 'longwire-signaling',
      keepAlive: true,
      ...config,
    },
    (error) => report(error, 'an idle connection to the database ended'),
  );
  return new Kysely<RegistrySchema>({ dialect: new PostgresDialect({ pool }) });
}

/** Host and database, without user and password. */
function placeOf(url: string): string {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return `postgres://${host}${pathname}`;
}
