/**
 * @module Looks up registered ids ignoring case (docs/adr/0051); everything stored refers to the registered
 * form.
 */
import { foldId } from '@longwire/protocol';
import { sql } from 'kysely';
import type { DeviceKey } from '@longwire/protocol';
import type { Queries } from './database.ts';

/** The registered form of a product id; returned unchanged if there is no such product. */
export async function registeredProduct(db: Queries, productId: string): Promise<string> {
  const row = await db
    .selectFrom('products')
    .select('product_id')
    .where(sql`lower(product_id)`, '=', foldId(productId))
    .executeTakeFirst();
  return row?.product_id ?? productId;
}

/** The registered form of a device's ids; each returned unchanged if not registered. */
export async function registeredKey(db: Queries, key: DeviceKey): Promise<DeviceKey> {
  const row = await db
    .selectFrom('products')
    .leftJoin('devices', (join) =>
      join
        .onRef('devices.product_id', '=', 'products.product_id')
        .on(sql`lower(devices.device_id)`, '=', foldId(key.deviceId)),
    )
    .select(['products.product_id', 'devices.device_id'])
    .where(sql`lower(products.product_id)`, '=', foldId(key.productId))
    .executeTakeFirst();
  return { productId: row?.product_id ?? key.productId, deviceId: row?.device_id ?? key.deviceId };
}
