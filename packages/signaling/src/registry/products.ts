/** @module Products and who signs jwts for them. */
import { EdgeError } from '@longwire/protocol';
import type { Kysely } from 'kysely';
import type { JwtIssuer } from '../ports/jwt-issuer.ts';
import { parseId } from './names.ts';
import type { RegistrySchema } from './schema.ts';

/** The registered products. */
export class Products {
  readonly #db: Kysely<RegistrySchema>;
  readonly #now: () => number;

  constructor(db: Kysely<RegistrySchema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Registers a product. @throws EdgeError ERR_NAME_FORMAT, ERR_ALREADY_EXISTS */
  async add(productId: string, issuer?: JwtIssuer): Promise<void> {
    const row = { product_id: parseId(productId, 'product id'), created_at: this.#now() };
    // begins with a write: a transaction that begins with a read fails when another process writes in between
    await this.#db.transaction().execute(async (db) => {
      const added = await db
        .insertInto('products')
        .values(row)
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 0n) {
        throw new EdgeError('ERR_ALREADY_EXISTS', `product ${productId} exists already`);
      }
      if (issuer !== undefined)
        await db
          .insertInto('jwt_issuers')
          .values({ ...row, ...issuer })
          .execute();
    });
  }

  async has(productId: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('products')
      .select('product_id')
      .where('product_id', '=', productId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async jwtIssuers(productId: string): Promise<JwtIssuer[]> {
    return this.#db
      .selectFrom('jwt_issuers')
      .select(['issuer', 'audience', 'jwks'])
      .where('product_id', '=', productId)
      .execute();
  }
}
