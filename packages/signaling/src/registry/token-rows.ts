/** @module Combines the rows of both token tables: created by the service, and announced by devices. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { StoredToken } from '../ports/tokens.ts';
import type { Queries } from './database.ts';
import type { RegistrySchema } from './schema.ts';

/** A token of either table; a union matches columns by their order, which is this one. */
export interface TokenRow {
  token_id: string;
  product_id: string;
  device_id: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Tokens created by the service. */
export function issuedRows(db: Queries): SelectQueryBuilder<RegistrySchema, 'tokens', TokenRow> {
  return db
    .selectFrom('tokens')
    .select((select) => [
      'token_id',
      'product_id',
      'device_id',
      'created_at',
      select.ref('expires_at').$castTo<number | null>().as('expires_at'),
      'revoked_at',
    ]);
}

/** Tokens announced by devices. */
export function announcedRows(db: Queries): SelectQueryBuilder<RegistrySchema, 'announced_tokens', TokenRow> {
  return db
    .selectFrom('announced_tokens')
    .select((select) => [
      'token_id',
      'product_id',
      select.ref('device_id').$castTo<string | null>().as('device_id'),
      'created_at',
      sql<number | null>`cast(null as bigint)`.as('expires_at'),
      'revoked_at',
    ]);
}

/** Converts a row. */
export function toToken(row: TokenRow): StoredToken {
  return {
    id: row.token_id,
    productId: row.product_id,
    deviceId: row.device_id ?? undefined,
    origin: row.expires_at === null ? 'device' : 'service',
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
    isRevoked: row.revoked_at !== null,
  };
}
