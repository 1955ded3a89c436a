/** @module Adapts node-postgres to Kysely's PostgresDialect. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import { toDatabaseError } from './database-error.ts';

/** PostgreSQL's type id of bigint. */
const INT8 = 20;

/** Prepared statements per connection; the program has fewer frequent ones. */
const MAX_PREPARED = 64;

/** Longest statement that is prepared, in characters. */
const MAX_PREPARED_LENGTH = 1_500;

/**
 * Errors of the server have codes of five of these; after any other error the connection must not be reused.
 */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Codes with which the server closes the connection: lost, shut down, idle in a transaction for too long. */
const ENDED = /^(?:08|57P|25P03)/;

/** Creates a pool that returns bigints as numbers and throws our errors. */
export function createPool(config: PoolConfig, onIdleError: (error: Error) => void): PostgresPool {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, parseInt8);
  const pool = new Pool({ ...config, types });
  // without a listener, the end of an idle connection (a server restart, for example) would end the process
  pool.on('error', onIdleError);
  // the pool listens only to idle connections; a query on a broken one fails anyway
  pool.on('connect', (client) => client.on('error', () => undefined));
  const prepared = new Map<string, string>();
  return {
    options: {},
    end: () => pool.end(),
    connect: async () => {
      try {
        return new Connection(await pool.connect(), prepared);
      } catch (error) {
        throw toDatabaseError(error);
      }
    },
  };
}

/** One connection, while it is checked out. */
class Connection implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #prepared: Map<string, string>;
  #isDoubtful = false;

  constructor(client: PoolClient, prepared: Map<string, string>) {
    this.#client = client;
    this.#prepared = prepared;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new TypeError('cursors are not supported');
    return this.#query<R>(text, parameters);
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#isDoubtful);
  }

  async #query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = this.#nameOf(text);
    try {
      const { command, rowCount, rows } = await this.#client.query({
        ...(name !== undefined && { name }),
        text,
        values: [...parameters],
      });
      return { command: toCommand(command), rowCount: rowCount ?? 0, rows };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      this.#isDoubtful ||= typeof code !== 'string' || !SQLSTATE.test(code) || ENDED.test(code);
      throw toDatabaseError(error);
    }
  }

  /** The name of a prepared statement. A `select *` is not prepared: its result changes with the table. */
  #nameOf(text: string): string | undefined {
    const cached = this.#prepared.get(text);
    if (cached !== undefined) return cached;
    const isWorthIt = text.startsWith('select') && !text.includes('*') && text.length <= MAX_PREPARED_LENGTH;
    if (!isWorthIt || this.#prepared.size >= MAX_PREPARED) return undefined;
    const name = `longwire_${this.#prepared.size}`;
    this.#prepared.set(text, name);
    return name;
  }
}

const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

function toCommand(text: string): PostgresQueryResult<unknown>['command'] {
  return COMMANDS.find((command) => command === text) ?? 'SELECT';
}

/** Times and counts are far below 2^53; a larger number is an error. */
function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint exceeds 2^53');
  return number;
}
