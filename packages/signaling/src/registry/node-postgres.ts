/** @module node-postgres as Kysely's PostgresDialect wants it. */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { Pool, TypeOverrides, type PoolClient, type PoolConfig } from 'pg';
import { toDatabaseError } from './database-error.ts';

/** PostgreSQL's number of the type bigint. */
const INT8 = 20;

/** Statements that the server keeps prepared, for each connection; the program has fewer that it asks often. */
const MAX_PREPARED = 64;

/** Longest statement that is kept prepared, in characters. */
const MAX_PREPARED_LENGTH = 1_500;

/** An error of the server itself has five of these as its code; with any other the connection is not to be used again. */
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Codes with which the server ends the connection: lost, shut down, idle in a transaction for too long. */
const ENDED = /^(?:08|57P|25P03)/;

/** Makes a pool whose numbers are numbers and whose errors are ours. */
export function createPool(config: PoolConfig, onIdleError: (error: Error) => void): PostgresPool {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, parseInt8);
  const pool = new Pool({ ...config, types });
  // without a listener the end of an idle connection, a restart of the server say, would end the process
  pool.on('error', onIdleError);
  // and so would that of one in use: the pool listens to idle ones only; what is asked of it fails anyway
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

/** One connection, as long as somebody has it. */
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
    if (typeof text !== 'string') throw new TypeError('statement expected text, got a cursor');
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

  /** The name under which a statement is prepared. One that takes all columns is not: its answer changes with the table. */
  #nameOf(text: string): string | undefined {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
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

/** Times and counts are far below 2^53; what is not is an error and no other number. */
function parseInt8(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('bigint expected below 2^53');
  return number;
}
