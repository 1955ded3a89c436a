/** @module Kysely's dialect for a SQLite file to which other processes write too. */
import { setTimeout } from 'node:timers/promises';
import {
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDialectConfig,
} from 'kysely';
import { DatabaseError } from './database-error.ts';

/** How long a statement waits for another writing process, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000;

/** Between attempts, in milliseconds. */
const BUSY_RETRY_MS = 10;

/** SQLite's SQLITE_BUSY: another process holds the lock. The lowest byte of its extended codes. */
const BUSY = 5;

/** Whether another process held the lock. */
function isBusy(error: unknown): boolean {
  if (error instanceof DatabaseError) return isBusy(error.cause);
  const { errcode }: { readonly errcode?: unknown } = Object(error);
  return typeof errcode === 'number' && (errcode & 0xff) === BUSY;
}

/** Runs a statement again for as long as another process holds the lock. @throws what the statement throws, after {@link BUSY_TIMEOUT_MS} */
export async function untilFree<T>(run: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    await setTimeout(BUSY_RETRY_MS);
  }
}

/**
 * Repeats statements for which another process holds the lock. SQLite would wait itself, and with it the whole
 * process and all its sockets.
 */
export class SharedSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new SharedDriver(this.#config);
  }
}

class SharedDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(await super.acquireConnection());
  }
}

class SharedConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return await untilFree(() => this.#connection.executeQuery<R>(query));
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery(query, chunkSize);
  }
}
