/** @module Stores products and their JWT issuers. */
import { EdgeError, foldId } from '@longwire/protocol';
import { sql } from 'kysely';
import type { JwtIssuer } from '../ports/jwt-issuer.ts';
import type { IdPage, Products, StoredProduct } from '../ports/products.ts';
import { recordChanges } from './changes.ts';
import { requireReferences } from './database-error.ts';
import type { Database, Queries } from './database.ts';
import { isIssuerText, MAX_ISSUERS, parseIssuer } from './jwt-issuer.ts';
import { registeredProduct } from './registered-ids.ts';
import { isId, parseCursor, parseId, parseLimit } from './names.ts';

/** The products in the database. */
export class StoredProducts implements Products {
  readonly #database: Database;
  readonly #db: Queries;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#db = database.db;
    this.#now = now;
  }

  async add(productId: string, issuer?: JwtIssuer): Promise<void> {
    const row = { product_id: parseId(productId, 'product id'), created_at: this.#now() };
    const parsed = issuer === undefined ? undefined : parseIssuer(issuer);
    await this.#database.change(async (db) => {
      const added = await db
        .insertInto('products')
        .values(row)
        .onConflict((on) => on.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 0n) {
        throw new EdgeError(
          'ERR_ALREADY_EXISTS',
          `product ${await registeredProduct(db, productId)} already exists`,
        );
      }
      if (parsed !== undefined)
        await db
          .insertInto('jwt_issuers')
          .values({ ...row, ...parsed })
          .execute();
    });
  }

  async get(productId: string): Promise<StoredProduct | undefined> {
    const row = await this.#find(productId);
    if (row === undefined) return undefined;
    const { product_id: registered, created_at: createdAt } = row;
    return { productId: registered, createdAt, issuers: await this.jwtIssuers(registered) };
  }

  async list({ after, limit }: IdPage): Promise<StoredProduct[]> {
    const rows = await this.#db
      .selectFrom('products')
      .selectAll()
      .where('product_id', '>', parseCursor(after))
      .orderBy('product_id')
      .limit(parseLimit(limit))
      .execute();
    const issuers = await this.#issuersOf(rows.map(({ product_id }) => product_id));
    return rows.map(({ product_id, created_at }) => ({
      productId: product_id,
      createdAt: created_at,
      issuers: issuers.get(product_id) ?? [],
    }));
  }

  async remove(id: string): Promise<void> {
    if (!isId(id)) throw missingProduct();
    await this.#database.change(async (db) => {
      const productId = await registeredProduct(db, id);
      const product = await db
        .selectFrom('products')
        .select('product_id')
        .where('product_id', '=', productId)
        .$if(this.#database.kind === 'postgres', (query) => query.forUpdate())
        .executeTakeFirst();
      if (product === undefined) throw missingProduct();
      await db.deleteFrom('announced_tokens').where('product_id', '=', productId).execute();
      await db.deleteFrom('tokens').where('product_id', '=', productId).execute();
      await db.deleteFrom('devices').where('product_id', '=', productId).execute();
      await db.deleteFrom('jwt_issuers').where('product_id', '=', productId).execute();
      await db.deleteFrom('products').where('product_id', '=', productId).execute();
      await recordChanges(db, this.#now(), [{ kind: 'product', productId }]);
    });
  }

  async has(productId: string): Promise<boolean> {
    return (await this.#find(productId)) !== undefined;
  }

  async jwtIssuers(productId: string): Promise<JwtIssuer[]> {
    if (!isId(productId)) return [];
    return this.#db
      .selectFrom('jwt_issuers')
      .select(['issuer', 'audience', 'jwks'])
      .where('product_id', '=', await registeredProduct(this.#db, productId))
      .orderBy('issuer')
      .execute();
  }

  async addIssuer(id: string, issuer: JwtIssuer): Promise<void> {
    const productId = await registeredProduct(this.#db, parseId(id, 'product id'));
    const row = {
      product_id: productId,
      ...parseIssuer(issuer),
      created_at: this.#now(),
    };
    // under the change lock, so that concurrent additions are counted correctly
    await this.#database.change(async (db) => {
      const added = await requireReferences(
        db
          .insertInto('jwt_issuers')
          .values(row)
          .onConflict((on) => on.doNothing())
          .executeTakeFirst(),
        missingProduct,
      );
      if (added.numInsertedOrUpdatedRows === 0n) {
        throw new EdgeError('ERR_ALREADY_EXISTS', `product ${productId} already has this issuer`);
      }
      const { count } = await db
        .selectFrom('jwt_issuers')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('product_id', '=', productId)
        .executeTakeFirstOrThrow();
      if (count > MAX_ISSUERS) {
        throw new EdgeError('ERR_REGISTRY_LIMIT', `a product may have at most ${MAX_ISSUERS} issuers`);
      }
    });
  }

  async removeIssuer(id: string, issuer: string): Promise<void> {
    if (!isId(id) || !isIssuerText(issuer)) throw missingIssuer();
    await this.#database.change(async (db) => {
      const productId = await registeredProduct(db, id);
      const removed = await db
        .deleteFrom('jwt_issuers')
        .where('product_id', '=', productId)
        .where('issuer', '=', issuer)
        .executeTakeFirst();
      if (removed.numDeletedRows === 0n) throw missingIssuer();
      await recordChanges(db, this.#now(), [{ kind: 'issuer', productId, issuer }]);
    });
  }

  async #find(productId: string): Promise<{ product_id: string; created_at: number } | undefined> {
    if (!isId(productId)) return undefined;
    return this.#db
      .selectFrom('products')
      .selectAll()
      .where(sql`lower(product_id)`, '=', foldId(productId))
      .executeTakeFirst();
  }

  async #issuersOf(productIds: readonly string[]): Promise<Map<string, JwtIssuer[]>> {
    if (productIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('jwt_issuers')
      .select(['product_id', 'issuer', 'audience', 'jwks'])
      .where('product_id', 'in', productIds)
      .orderBy('issuer')
      .execute();
    const issuers = new Map<string, JwtIssuer[]>();
    for (const { product_id: productId, ...issuer } of rows) {
      issuers.set(productId, [...(issuers.get(productId) ?? []), issuer]);
    }
    return issuers;
  }
}

function missingProduct(): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', 'no product with this id: add it first');
}

function missingIssuer(): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', 'the product has no issuer of this name');
}
