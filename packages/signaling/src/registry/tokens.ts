/** @module Stores connection tokens: hashed, scoped, expiring, revocable. */
import { EdgeError } from '@longwire/protocol';
import type { Selectable } from 'kysely';
import type { DeviceKey } from '@longwire/protocol';
import type {
  IssuedToken,
  StoredToken,
  TokenPage,
  TokenRequest,
  TokenRotation,
  Tokens,
} from '../ports/tokens.ts';
import { AnnouncedTokens } from './announced-tokens.ts';
import { recordChanges } from './changes.ts';
import { requireReferences } from './database-error.ts';
import type { Database, Queries, Write } from './database.ts';
import { isId, parseLifetime, parseLimit, parseOverlap } from './names.ts';
import { registeredKey, registeredProduct } from './registered-ids.ts';
import type { TokenTable } from './schema.ts';
import { hashSecret, makeSecret, makeShortToken } from './secret.ts';
import { announcedRows, issuedRows, toToken } from './token-rows.ts';

/** A product, or one device of it. */
type Scope = Pick<TokenRequest, 'productId' | 'deviceId'>;

const TOKEN_ID = /^lwd?_[0-9a-f]{1,64}$/;

/** How long an expired token is still listed, in milliseconds: long enough to find out why something stopped. */
const KEPT_MS = 30 * 86_400_000;

/** Tokens that one call of `prune` looks at. Reason: takes a few milliseconds, however many there are. */
const PRUNE_ROWS = 1_000;

/** The tokens in the database. */
export class StoredTokens implements Tokens {
  readonly #database: Database;
  readonly #db: Queries;
  readonly #now: () => number;
  readonly #announced: AnnouncedTokens;
  /** The id up to which `prune` has looked. */
  #pruned = '';

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#db = database.db;
    this.#now = now;
    this.#announced = new AnnouncedTokens(database, now);
  }

  async add(request: TokenRequest): Promise<IssuedToken> {
    return this.#insert(this.#db, request);
  }

  /** Removes tokens that expired a month ago: some with each call, one call after another. */
  async prune(): Promise<void> {
    const rows = await this.#db
      .selectFrom('tokens')
      .select(['token_id', 'expires_at'])
      .where('token_id', '>', this.#pruned)
      .orderBy('token_id')
      .limit(PRUNE_ROWS)
      .execute();
    const limit = this.#now() - KEPT_MS;
    const old = rows.filter(({ expires_at }) => expires_at < limit).map(({ token_id }) => token_id);
    if (old.length > 0) await this.#db.deleteFrom('tokens').where('token_id', 'in', old).execute();
    this.#pruned = rows.length < PRUNE_ROWS ? '' : (rows.at(-1)?.token_id ?? '');
  }

  async revoke(id: string): Promise<void> {
    if (!TOKEN_ID.test(id)) throw missingToken();
    await this.#database.change(async (db) => {
      const announced = await this.#announced.revoke(db, id);
      const token = await this.#lock(db, id);
      if (token === undefined && announced === 0) throw missingToken();
      if (token !== undefined) await this.#revoke(db, token);
    });
  }

  async rotate(id: string, { overlapMs, lifetimeMs }: TokenRotation): Promise<IssuedToken> {
    const end = this.#now() + parseOverlap(overlapMs);
    if (!TOKEN_ID.test(id)) throw missingToken();
    return this.#database.change(async (db) => {
      const token = await this.#lock(db, id);
      if (token === undefined || token.revoked_at !== null || token.expires_at <= this.#now()) {
        throw new EdgeError('ERR_NOT_FOUND', 'no valid token of the service with this id');
      }
      const { product_id: productId, device_id: deviceId } = token;
      const issued = await this.#insert(db, { productId, deviceId: deviceId ?? undefined, lifetimeMs });
      if (overlapMs === 0) await this.#revoke(db, token);
      else if (end < token.expires_at) {
        await db.updateTable('tokens').set({ expires_at: end }).where('token_id', '=', id).execute();
      }
      return issued;
    });
  }

  async get(id: string): Promise<StoredToken | undefined> {
    if (!TOKEN_ID.test(id)) return undefined;
    const row = await issuedRows(this.#db)
      .where('token_id', '=', id)
      .unionAll(announcedRows(this.#db).where('token_id', '=', id))
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : toToken(row);
  }

  async list({ after, limit, ...asked }: TokenPage): Promise<StoredToken[]> {
    if (!isScope(asked)) return [];
    const { productId, deviceId } = await registeredScope(this.#db, asked);
    let issued = issuedRows(this.#db).where('product_id', '=', productId);
    let announced = announcedRows(this.#db).where('product_id', '=', productId);
    if (deviceId !== undefined) {
      issued = issued.where('device_id', '=', deviceId);
      announced = announced.where('device_id', '=', deviceId);
    }
    if (after !== undefined) {
      const last = parseCursor(after);
      issued = issued.where('token_id', '>', last.id);
      announced = announced.where((where) =>
        where(where.refTuple('token_id', 'device_id'), '>', where.tuple(last.id, last.deviceId)),
      );
    }
    const rows = await issued
      .unionAll(announced)
      .orderBy('token_id')
      .orderBy('device_id')
      .limit(parseLimit(limit))
      .execute();
    return rows.map((row) => toToken(row));
  }

  /** Uses one statement with the ids as registered: this is part of every login. */
  async find(key: DeviceKey, value: string): Promise<StoredToken | undefined> {
    const hash = hashSecret(value);
    const issued = issuedRows(this.#db).where('hash', '=', hash);
    const rows = await issued.unionAll(this.#announced.rowsOf(key, hash)).execute();
    const tokens = rows.map((row) => toToken(row));
    const inScope = tokens.filter(
      ({ productId, deviceId }) => productId === key.productId && (deviceId ?? key.deviceId) === key.deviceId,
    );
    // a token of the service takes precedence over an announced one with the same text
    return inScope.find(({ origin }) => origin === 'service') ?? inScope[0] ?? tokens[0];
  }

  async unrevokedAmong(
    { productId, deviceId }: DeviceKey,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const known = ids.filter((id) => TOKEN_ID.test(id));
    if (known.length === 0) return new Set();
    const issued = issuedRows(this.#db)
      .where('token_id', 'in', known)
      .where('product_id', '=', productId)
      .where((where) => where.or([where('device_id', 'is', null), where('device_id', '=', deviceId)]))
      .where('revoked_at', 'is', null);
    const announced = announcedRows(this.#db)
      .where('token_id', 'in', known)
      .where('product_id', '=', productId)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null);
    const rows = await issued.unionAll(announced).execute();
    return new Set(rows.map(({ token_id }) => token_id));
  }

  async announce(key: DeviceKey, hashes: readonly string[]): Promise<void> {
    await this.#announced.replace(key, hashes);
  }

  async announceOne(key: DeviceKey, hash: string): Promise<void> {
    await this.#announced.add(key, hash);
  }

  async withdraw(key: DeviceKey, hash: string): Promise<void> {
    await this.#announced.remove(key, hash);
  }

  async #insert(db: Queries, { lifetimeMs, isShort = false, ...asked }: TokenRequest): Promise<IssuedToken> {
    const { value, id, hash } = isShort ? makeShortToken() : makeSecret('lw');
    const created = this.#now();
    const expiresAt = created + parseLifetime(lifetimeMs);
    const missing = (): EdgeError => missingScope(asked);
    if (!isScope(asked)) throw missing();
    const { productId, deviceId } = await registeredScope(db, asked);
    const row = {
      token_id: id,
      hash,
      product_id: productId,
      device_id: deviceId ?? null,
      created_at: created,
      expires_at: expiresAt,
      revoked_at: null,
    };
    await requireReferences(db.insertInto('tokens').values(row).execute(), missing);
    return { id, value, expiresAt };
  }

  /** Locks a token of the service until the transaction ends. */
  async #lock(db: Write, id: string): Promise<Selectable<TokenTable> | undefined> {
    return db
      .selectFrom('tokens')
      .selectAll()
      .where('token_id', '=', id)
      .$if(this.#database.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
  }

  async #revoke(db: Write, token: Selectable<TokenTable>): Promise<void> {
    if (token.revoked_at !== null) return;
    const at = this.#now();
    await db.updateTable('tokens').set({ revoked_at: at }).where('token_id', '=', token.token_id).execute();
    await recordChanges(db, at, [
      {
        kind: 'token',
        productId: token.product_id,
        deviceId: token.device_id ?? undefined,
        tokenId: token.token_id,
      },
    ]);
  }
}

/** @throws EdgeError ERR_NAME_FORMAT */
function parseCursor({ id, deviceId = '' }: Pick<StoredToken, 'id'> & { deviceId?: string | undefined }): {
  id: string;
  deviceId: string;
} {
  if (TOKEN_ID.test(id) && (deviceId === '' || isId(deviceId))) return { id, deviceId };
  throw new EdgeError('ERR_NAME_FORMAT', 'the page cursor is not a valid token');
}

function missingToken(): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', 'no token with this id: token list PRODUCT shows the ids');
}

function isScope({ productId, deviceId }: Scope): boolean {
  return isId(productId) && (deviceId === undefined || isId(deviceId));
}

async function registeredScope(db: Queries, { productId, deviceId }: Scope): Promise<Scope> {
  if (deviceId !== undefined) return registeredKey(db, { productId, deviceId });
  return { productId: await registeredProduct(db, productId) };
}

function missingScope({ productId, deviceId }: Scope): EdgeError {
  const what = deviceId === undefined ? `product ${productId}` : `device ${deviceId} of product ${productId}`;
  return new EdgeError('ERR_NOT_FOUND', `${what} does not exist: add it first`);
}
