/** @module Stores API keys. */
import { EdgeError } from '@longwire/protocol';
import type { Selectable } from 'kysely';
import type { ApiKey, ApiKeys, NewApiKey } from '../ports/operators.ts';
import type { Queries } from './database.ts';
import { parseLifetime, parsePrincipal, parseRole } from './names.ts';
import type { ApiKeyTable } from './schema.ts';
import { hashSecret, makeSecret } from './secret.ts';

const KEY_ID = /^lwk_[0-9a-f]{1,64}$/;

/** The API keys in the database. */
export class StoredApiKeys implements ApiKeys {
  readonly #db: Queries;
  readonly #now: () => number;

  constructor(db: Queries, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async add({ name, role, lifetimeMs }: NewApiKey): Promise<{ id: string; value: string }> {
    const { id, value, hash } = makeSecret('lwk');
    const created = this.#now();
    const row = {
      key_id: id,
      name: parsePrincipal(name),
      role: parseRole(role),
      hash,
      created_at: created,
      expires_at: lifetimeMs === undefined ? null : created + parseLifetime(lifetimeMs),
      revoked_at: null,
    };
    const added = await this.#db
      .insertInto('api_keys')
      .values(row)
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) {
      throw new EdgeError('ERR_ALREADY_EXISTS', `API key ${name} already exists: revoke it first`);
    }
    return { id, value };
  }

  async revoke(id: string): Promise<void> {
    if (!KEY_ID.test(id)) throw missing();
    const { numUpdatedRows } = await this.#db
      .updateTable('api_keys')
      .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(this.#now())) }))
      .where('key_id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw missing();
  }

  async list(): Promise<ApiKey[]> {
    const rows = await this.#db
      .selectFrom('api_keys')
      .selectAll()
      .orderBy('name')
      .orderBy('created_at')
      .execute();
    return rows.map((row) => toApiKey(row));
  }

  async find(value: string): Promise<ApiKey | undefined> {
    const row = await this.#db
      .selectFrom('api_keys')
      .selectAll()
      .where('hash', '=', hashSecret(value))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined || (row.expires_at ?? Number.POSITIVE_INFINITY) <= this.#now()) return undefined;
    return toApiKey(row);
  }
}

function toApiKey(row: Selectable<ApiKeyTable>): ApiKey {
  return {
    id: row.key_id,
    name: row.name,
    role: parseRole(row.role),
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    isRevoked: row.revoked_at !== null,
  };
}

function missing(): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', 'no API key with this id');
}
