/** @module Stores browser sessions of operators. */
import type { Operator, OperatorSessions } from '../ports/operators.ts';
import { requireReferences } from './database-error.ts';
import type { Database, Queries } from './database.ts';
import { isPrincipal, parseLifetime } from './names.ts';
import { missingOperator, toOperator } from './operators.ts';
import { hashSecret, makeSecret } from './secret.ts';

/** Concurrent sessions per operator; one more ends the oldest. */
const MAX_SESSIONS = 32;

/** The sessions in the database, by the hash of their value. */
export class StoredOperatorSessions implements OperatorSessions {
  readonly #database: Database;
  readonly #db: Queries;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#db = database.db;
    this.#now = now;
  }

  async add(name: string, lifetimeMs: number): Promise<string> {
    if (!isPrincipal(name)) throw missingOperator();
    const { value, hash } = makeSecret('lws');
    const created = this.#now();
    const row = { hash, name, created_at: created, expires_at: created + parseLifetime(lifetimeMs) };
    await this.#database.change(async (db) => {
      await requireReferences(db.insertInto('operator_sessions').values(row).execute(), missingOperator);
      const newest = db
        .selectFrom('operator_sessions')
        .select('hash')
        .where('name', '=', name)
        .orderBy('created_at', 'desc')
        .limit(MAX_SESSIONS);
      await db
        .deleteFrom('operator_sessions')
        .where('name', '=', name)
        .where('hash', 'not in', newest)
        .where('hash', '!=', hash)
        .execute();
    });
    return value;
  }

  async find(value: string): Promise<Operator | undefined> {
    const row = await this.#db
      .selectFrom('operator_sessions')
      .innerJoin('operators', 'operators.name', 'operator_sessions.name')
      .select(['operators.name', 'role', 'is_enabled', 'operators.created_at'])
      .where('hash', '=', hashSecret(value))
      .where('expires_at', '>', this.#now())
      .where('is_enabled', '=', 1)
      .executeTakeFirst();
    return row === undefined ? undefined : toOperator(row);
  }

  async extend(
    value: string,
    { idleMs, absoluteMs }: { readonly idleMs: number; readonly absoluteMs: number },
  ): Promise<void> {
    const now = this.#now();
    await this.#db
      .updateTable('operator_sessions')
      .set((set) => ({
        expires_at: set
          .case()
          .when('created_at', '<', now + idleMs - absoluteMs)
          .then(set('created_at', '+', absoluteMs))
          .else(now + idleMs)
          .end(),
      }))
      .where('hash', '=', hashSecret(value))
      .where('expires_at', '>', now)
      .execute();
  }

  async remove(value: string): Promise<void> {
    await this.#db.deleteFrom('operator_sessions').where('hash', '=', hashSecret(value)).execute();
  }

  /** Removes expired sessions. */
  async prune(): Promise<void> {
    await this.#db.deleteFrom('operator_sessions').where('expires_at', '<=', this.#now()).execute();
  }
}
