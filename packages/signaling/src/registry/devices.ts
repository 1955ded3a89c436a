/** @module Stores devices and the fingerprints of their keys. */
import { EdgeError, foldId, parseFingerprint } from '@longwire/protocol';
import { sql, type Selectable } from 'kysely';
import type { FoundDevice } from '../ports/admission.ts';
import type { DeviceChange, DevicePage, Devices, NewDevice, StoredDevice } from '../ports/devices.ts';
import type { DeviceKey } from '@longwire/protocol';
import { recordChanges } from './changes.ts';
import { requireReferences } from './database-error.ts';
import type { Database, Queries, Write } from './database.ts';
import { isId, isKey, parseCursor, parseId, parseLimit, parseName } from './names.ts';
import { registeredKey, registeredProduct } from './registered-ids.ts';
import type { DeviceTable } from './schema.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Devices per update of the last-seen time. */
const CHUNK_KEYS = 500;

/** The devices in the database. */
export class StoredDevices implements Devices {
  readonly #database: Database;
  readonly #db: Queries;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#db = database.db;
    this.#now = now;
  }

  async add({ productId, deviceId, fingerprint, name }: NewDevice): Promise<void> {
    if (!isId(productId)) throw missingProduct(productId);
    const row = {
      product_id: await registeredProduct(this.#db, productId),
      device_id: parseId(deviceId, 'device id'),
      fingerprint: parseFingerprint(fingerprint),
      name: name === undefined ? null : parseName(name),
      created_at: this.#now(),
      seen_at: null,
    };
    const added = await requireReferences(
      this.#db
        .insertInto('devices')
        .values(row)
        .onConflict((on) => on.doNothing())
        .executeTakeFirst(),
      () => missingProduct(productId),
    );
    if (added.numInsertedOrUpdatedRows === 0n) {
      const existing = await registeredKey(this.#db, { productId, deviceId });
      throw new EdgeError(
        'ERR_ALREADY_EXISTS',
        `device ${existing.deviceId} of product ${existing.productId} already exists`,
      );
    }
  }

  async get(asked: DeviceKey): Promise<StoredDevice | undefined> {
    if (!isKey(asked)) return undefined;
    const key = await registeredKey(this.#db, asked);
    const row = await this.#db
      .selectFrom('devices')
      .selectAll()
      .where('product_id', '=', key.productId)
      .where('device_id', '=', key.deviceId)
      .executeTakeFirst();
    return row === undefined ? undefined : toDevice(row);
  }

  async list({ productId, after, limit }: DevicePage): Promise<StoredDevice[]> {
    if (!isId(productId)) return [];
    const rows = await this.#db
      .selectFrom('devices')
      .selectAll()
      .where('product_id', '=', await registeredProduct(this.#db, productId))
      .where('device_id', '>', parseCursor(after))
      .orderBy('device_id')
      .limit(parseLimit(limit))
      .execute();
    return rows.map((row) => toDevice(row));
  }

  async update(asked: DeviceKey, change: DeviceChange): Promise<StoredDevice> {
    const set = columnsOf(change);
    return this.#database.change(async (db) => {
      const before = await this.#lock(db, asked);
      const key = keyOf(before);
      const after = { ...before, ...set };
      await db
        .updateTable('devices')
        .set({ name: after.name, fingerprint: after.fingerprint, is_enabled: after.is_enabled })
        .where('product_id', '=', key.productId)
        .where('device_id', '=', key.deviceId)
        .execute();
      const isDisabled = before.is_enabled === 1 && after.is_enabled === 0;
      if (isDisabled || after.fingerprint !== before.fingerprint) {
        await recordChanges(db, this.#now(), [{ kind: 'device', ...key }]);
      }
      return toDevice(after);
    });
  }

  async remove(asked: DeviceKey): Promise<void> {
    await this.#database.change(async (db) => {
      const key = keyOf(await this.#lock(db, asked));
      for (const table of ['announced_tokens', 'tokens'] as const) {
        await db
          .deleteFrom(table)
          .where('product_id', '=', key.productId)
          .where('device_id', '=', key.deviceId)
          .execute();
      }
      await db
        .deleteFrom('devices')
        .where('product_id', '=', key.productId)
        .where('device_id', '=', key.deviceId)
        .execute();
      await recordChanges(db, this.#now(), [
        { kind: 'device', productId: key.productId, deviceId: key.deviceId },
      ]);
    });
  }

  async lookUp({ productId, deviceId }: DeviceKey): Promise<FoundDevice> {
    if (!isId(productId)) return { kind: 'unknownProduct' };
    const row = await this.#db
      .selectFrom('products')
      .leftJoin('devices', (join) =>
        join
          .onRef('devices.product_id', '=', 'products.product_id')
          .on(sql`lower(devices.device_id)`, '=', isId(deviceId) ? foldId(deviceId) : '')
          .on('devices.is_enabled', '=', 1),
      )
      .select(['products.product_id', 'devices.device_id', 'devices.fingerprint'])
      .where(sql`lower(products.product_id)`, '=', foldId(productId))
      .executeTakeFirst();
    if (row === undefined) return { kind: 'unknownProduct' };
    const { product_id, device_id, fingerprint } = row;
    if (device_id === null || fingerprint === null) return { kind: 'unknownDevice' };
    return {
      kind: 'found',
      key: keyOf({ product_id, device_id }),
      fingerprint: parseFingerprint(fingerprint),
    };
  }

  async touch(keys: readonly DeviceKey[], at: number): Promise<void> {
    const known = keys.filter((key) => isKey(key));
    for (let start = 0; start < known.length; start += CHUNK_KEYS) {
      const chunk = known.slice(start, start + CHUNK_KEYS);
      const rows = sql.join(chunk.map(({ productId, deviceId }) => sql`(${productId}, ${deviceId})`));
      await this.#db
        .updateTable('devices')
        .set({ seen_at: at })
        .where((where) => where.or([where('seen_at', 'is', null), where('seen_at', '<', at)]))
        .where(sql<boolean>`(product_id, device_id) in (values ${rows})`)
        .execute();
      await yieldToEventLoop();
    }
  }

  /** Locks the device's row until the transaction ends. */
  async #lock(db: Write, asked: DeviceKey): Promise<Selectable<DeviceTable>> {
    if (!isKey(asked)) throw missingDevice(asked);
    const key = await registeredKey(db, asked);
    const row = await db
      .selectFrom('devices')
      .selectAll()
      .where('product_id', '=', key.productId)
      .where('device_id', '=', key.deviceId)
      .$if(this.#database.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    if (row === undefined) throw missingDevice(key);
    return row;
  }
}

function columnsOf({
  name,
  fingerprint,
  isEnabled,
}: DeviceChange): Partial<Pick<Selectable<DeviceTable>, 'name' | 'fingerprint' | 'is_enabled'>> {
  return {
    ...(name === undefined ? {} : { name: name === null ? null : parseName(name) }),
    ...(fingerprint === undefined ? {} : { fingerprint: parseFingerprint(fingerprint) }),
    ...(isEnabled === undefined ? {} : { is_enabled: isEnabled ? 1 : 0 }),
  };
}

function toDevice(row: Selectable<DeviceTable>): StoredDevice {
  return {
    ...keyOf(row),
    fingerprint: parseFingerprint(row.fingerprint),
    name: row.name ?? undefined,
    isEnabled: row.is_enabled === 1,
    createdAt: row.created_at,
    seenAt: row.seen_at ?? undefined,
  };
}

function keyOf({ product_id, device_id }: Pick<DeviceTable, 'product_id' | 'device_id'>): DeviceKey {
  return { productId: product_id, deviceId: device_id };
}

function missingProduct(productId: string): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', `product ${productId} does not exist: add it first`);
}

/** The error of a device that does not exist. */
export function missingDevice({ productId, deviceId }: DeviceKey): EdgeError {
  return new EdgeError('ERR_NOT_FOUND', `device ${deviceId} of product ${productId} does not exist`);
}
