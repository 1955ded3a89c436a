/** @module Connection tokens: hashed, scoped, expiring, revocable. */
import { EdgeError } from '@longwire/protocol';
import type { Kysely } from 'kysely';
import type { RegistrySchema } from './schema.ts';
import { hashToken, makeToken } from './token-value.ts';

/** What a new token is for. */
export interface TokenRequest {
  readonly productId: string;
  /** Without: every device of the product. */
  readonly deviceId?: string | undefined;
  readonly lifetimeMs: number;
}

/** A token as it is kept. */
export interface StoredToken {
  readonly id: string;
  readonly productId: string;
  readonly deviceId: string | undefined;
  readonly expiresAt: number;
  readonly isRevoked: boolean;
}

/** The tokens that were given out. */
export class Tokens {
  readonly #db: Kysely<RegistrySchema>;
  readonly #now: () => number;

  constructor(db: Kysely<RegistrySchema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Makes a token; its value is nowhere but in the answer. @throws EdgeError ERR_NOT_FOUND without such a product or device. */
  async add({ productId, deviceId, lifetimeMs }: TokenRequest): Promise<{ id: string; value: string }> {
    const { value, id, hash } = makeToken();
    const created = this.#now();
    await this.#requireScope(productId, deviceId);
    await this.#db
      .insertInto('tokens')
      .values({
        token_id: id,
        hash,
        product_id: productId,
        device_id: deviceId ?? null,
        created_at: created,
        expires_at: created + lifetimeMs,
        revoked_at: null,
      })
      .execute();
    return { id, value };
  }

  /** Makes a token worthless from now on. @throws EdgeError ERR_NOT_FOUND */
  async revoke(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('tokens')
      .set({ revoked_at: this.#now() })
      .where('token_id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new EdgeError('ERR_NOT_FOUND', 'token expected, got none with this id');
  }

  /** The token of this value, whatever its state. */
  async find(value: string): Promise<StoredToken | undefined> {
    const row = await this.#db
      .selectFrom('tokens')
      .select(['token_id', 'product_id', 'device_id', 'expires_at', 'revoked_at'])
      .where('hash', '=', hashToken(value))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return {
      id: row.token_id,
      productId: row.product_id,
      deviceId: row.device_id ?? undefined,
      expiresAt: row.expires_at,
      isRevoked: row.revoked_at !== null,
    };
  }

  async #requireScope(productId: string, deviceId: string | undefined): Promise<void> {
    const query =
      deviceId === undefined
        ? this.#db.selectFrom('products').select('product_id').where('product_id', '=', productId)
        : this.#db
            .selectFrom('devices')
            .select('product_id')
            .where('product_id', '=', productId)
            .where('device_id', '=', deviceId);
    if ((await query.executeTakeFirst()) !== undefined) return;
    const what =
      deviceId === undefined ? `product ${productId}` : `device ${deviceId} of product ${productId}`;
    throw new EdgeError('ERR_NOT_FOUND', `${what} expected, got none`);
  }
}
