/** @module Connection tokens that devices gave to their users, announced and withdrawn by the devices. */
import { EdgeError } from '@longwire/protocol';
import type { SelectQueryBuilder } from 'kysely';
import type { DeviceKey } from '@longwire/protocol';
import { announcedTokenId } from '../ports/tokens.ts';
import { recordChanges } from './changes.ts';
import { requireReferences } from './database-error.ts';
import type { Database, Queries, Write } from './database.ts';
import { missingDevice } from './devices.ts';
import { isKey, parseHash } from './names.ts';
import type { RegistrySchema } from './schema.ts';
import { announcedRows, type TokenRow } from './token-rows.ts';

/**
 * Announced tokens per device. Reason: each user of a device has one; this bounds what a device can store
 * here.
 */
export const MAX_ANNOUNCED_TOKENS = 1_024;

/** Rows per insert statement. */
const CHUNK_ROWS = 500;

/**
 * The announced tokens in the database. Withdrawn ones are deleted; one that an operator revoked stays,
 * revoked, as long as it is announced.
 */
export class AnnouncedTokens {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Selects the token with this hash that this device announced. */
  rowsOf(
    { productId, deviceId }: DeviceKey,
    hash: string,
  ): SelectQueryBuilder<RegistrySchema, 'announced_tokens', TokenRow> {
    return announcedRows(this.#database.db)
      .where('product_id', '=', isKey({ productId, deviceId }) ? productId : '')
      .where('device_id', '=', isKey({ productId, deviceId }) ? deviceId : '')
      .where('hash', '=', hash);
  }

  /** Replaces the announced tokens; writes nothing if they are unchanged, as at most attachments. */
  async replace(key: DeviceKey, hashes: readonly string[]): Promise<void> {
    const wanted = new Set(hashes.map((hash) => parseHash(hash)));
    if (wanted.size > MAX_ANNOUNCED_TOKENS) throw tooMany();
    if (!isKey(key)) throw missingDevice(key);
    const stored = await hashesOf(this.#database.db, key);
    if (wanted.size > 0 && wanted.size === stored.size && without(wanted, stored).length === 0) return;
    await this.#database.change(async (db) => {
      await this.#requireDevice(db, key);
      const before = await hashesOf(db, key);
      await this.#delete(db, key, without(before, wanted));
      await this.#insert(db, key, without(wanted, before));
    });
  }

  async add(key: DeviceKey, text: string): Promise<void> {
    const hash = parseHash(text);
    await this.#database.change(async (db) => {
      await this.#requireDevice(db, key);
      const before = await hashesOf(db, key);
      if (before.has(hash)) return;
      if (before.size >= MAX_ANNOUNCED_TOKENS) throw tooMany();
      await this.#insert(db, key, [hash]);
    });
  }

  async remove(key: DeviceKey, text: string): Promise<void> {
    const hash = parseHash(text);
    if (!isKey(key)) return;
    await this.#database.change(async (db) => {
      if ((await hashesOf(db, key)).has(hash)) await this.#delete(db, key, [hash]);
    });
  }

  /** Revokes all tokens with this id, whichever devices announced them; returns their number. */
  async revoke(db: Write, id: string): Promise<number> {
    const rows = await db
      .selectFrom('announced_tokens')
      .select(['product_id', 'device_id', 'revoked_at'])
      .where('token_id', '=', id)
      .execute();
    const at = this.#now();
    const good = rows.filter(({ revoked_at }) => revoked_at === null);
    if (good.length === 0) return rows.length;
    await db
      .updateTable('announced_tokens')
      .set({ revoked_at: at })
      .where('token_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await recordChanges(
      db,
      at,
      good.map((row) => ({
        kind: 'token',
        productId: row.product_id,
        deviceId: row.device_id,
        tokenId: id,
      })),
    );
    return rows.length;
  }

  async #insert(db: Write, { productId, deviceId }: DeviceKey, hashes: readonly string[]): Promise<void> {
    const rows = hashes.map((hash) => ({
      product_id: productId,
      device_id: deviceId,
      hash,
      token_id: announcedTokenId(hash),
      created_at: this.#now(),
      revoked_at: null,
    }));
    for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
      const chunk = rows.slice(start, start + CHUNK_ROWS);
      await requireReferences(db.insertInto('announced_tokens').values(chunk).execute(), () =>
        missingDevice({ productId, deviceId }),
      );
    }
  }

  async #delete(db: Write, key: DeviceKey, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await db
      .deleteFrom('announced_tokens')
      .where('product_id', '=', key.productId)
      .where('device_id', '=', key.deviceId)
      .where('hash', 'in', hashes)
      .execute();
    await recordChanges(
      db,
      this.#now(),
      hashes.map((hash) => ({
        kind: 'token',
        productId: key.productId,
        deviceId: key.deviceId,
        tokenId: announcedTokenId(hash),
      })),
    );
  }

  async #requireDevice(db: Write, key: DeviceKey): Promise<void> {
    const device = isKey(key)
      ? await db
          .selectFrom('devices')
          .select('device_id')
          .where('product_id', '=', key.productId)
          .where('device_id', '=', key.deviceId)
          .executeTakeFirst()
      : undefined;
    if (device === undefined) throw missingDevice(key);
  }
}

/** The elements of one set that the other lacks. */
function without(these: ReadonlySet<string>, those: ReadonlySet<string>): string[] {
  return [...these].filter((text) => !those.has(text));
}

async function hashesOf(db: Queries, { productId, deviceId }: DeviceKey): Promise<Set<string>> {
  const rows = await db
    .selectFrom('announced_tokens')
    .select('hash')
    .where('product_id', '=', productId)
    .where('device_id', '=', deviceId)
    .execute();
  return new Set(rows.map(({ hash }) => hash));
}

function tooMany(): EdgeError {
  return new EdgeError('ERR_REGISTRY_LIMIT', `a device may announce at most ${MAX_ANNOUNCED_TOKENS} tokens`);
}
