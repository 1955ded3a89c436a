/** @module Devices and the fingerprints of their keys. */
import { EdgeError, parseFingerprint, type Fingerprint } from '@longwire/protocol';
import type { Kysely } from 'kysely';
import { parseId, parseName } from './names.ts';
import type { RegistrySchema } from './schema.ts';

/** A device to register. */
export interface NewDevice {
  readonly productId: string;
  readonly deviceId: string;
  /** SHA-256 of the device's public key; either case, colons allowed. */
  readonly fingerprint: string;
  readonly name?: string | undefined;
}

/** The registered devices. */
export class Devices {
  readonly #db: Kysely<RegistrySchema>;
  readonly #now: () => number;

  constructor(db: Kysely<RegistrySchema>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Registers a device of a known product. @throws EdgeError ERR_NAME_FORMAT, ERR_FINGERPRINT_FORMAT, ERR_NOT_FOUND, ERR_ALREADY_EXISTS */
  async add({ productId, deviceId, fingerprint, name }: NewDevice): Promise<void> {
    const row = {
      product_id: productId,
      device_id: parseId(deviceId, 'device id'),
      fingerprint: parseFingerprint(fingerprint),
      name: name === undefined ? null : parseName(name),
      created_at: this.#now(),
    };
    await this.#requireProduct(productId);
    const added = await this.#db
      .insertInto('devices')
      .values(row)
      .onConflict((on) => on.doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 0n) {
      throw new EdgeError('ERR_ALREADY_EXISTS', `device ${deviceId} of product ${productId} exists already`);
    }
  }

  /** The fingerprint of a device, or undefined. */
  async fingerprintOf(productId: string, deviceId: string): Promise<Fingerprint | undefined> {
    const row = await this.#db
      .selectFrom('devices')
      .select('fingerprint')
      .where('product_id', '=', productId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    return row === undefined ? undefined : parseFingerprint(row.fingerprint);
  }

  async #requireProduct(productId: string): Promise<void> {
    const product = await this.#db
      .selectFrom('products')
      .select('product_id')
      .where('product_id', '=', productId)
      .executeTakeFirst();
    if (product === undefined)
      throw new EdgeError('ERR_NOT_FOUND', `product ${productId} expected, got none`);
  }
}
