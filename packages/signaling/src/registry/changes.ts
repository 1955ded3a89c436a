/** @module Stores the feed of revocations. */
import type { Change, Changes } from '../ports/changes.ts';
import type { Queries, Write } from './database.ts';
import type { ChangeTable } from './schema.ts';

/** Changes per read. */
const MAX_CHANGES = 1_000;

/** How long changes are kept, in milliseconds. Reason: readers poll the feed several times a second. */
const KEPT_MS = 86_400_000;

/** Changes per insert statement. */
const CHUNK_ROWS = 500;

/** A change without its time and number. */
export type NewChange = Pick<Change, 'kind' | 'productId'> &
  Partial<Pick<Change, 'deviceId' | 'tokenId' | 'issuer'>>;

/** Writes changes within the transaction that causes them. */
export async function recordChanges(write: Write, at: number, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.map(({ kind, productId, deviceId, tokenId, issuer }) => ({
    at,
    kind,
    product_id: productId,
    device_id: deviceId ?? null,
    token_id: tokenId ?? null,
    issuer: issuer ?? null,
  }));
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    await write
      .insertInto('changes')
      .values(rows.slice(start, start + CHUNK_ROWS))
      .execute();
  }
}

/** The feed in the database. */
export class StoredChanges implements Changes {
  readonly #db: Queries;
  readonly #now: () => number;

  constructor(db: Queries, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async latest(): Promise<number> {
    const row = await this.#db
      .selectFrom('changes')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.seq ?? 0;
  }

  async since(seq: number): Promise<readonly Change[]> {
    const rows = await this.#db
      .selectFrom('changes')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(MAX_CHANGES)
      .execute();
    return rows.map((row) => ({
      seq: row.seq,
      kind: kindOf(row),
      productId: row.product_id,
      deviceId: row.device_id ?? undefined,
      tokenId: row.token_id ?? undefined,
      issuer: row.issuer ?? undefined,
      at: row.at,
    }));
  }

  /** Removes old changes; the newest stays, so that its number remains known. */
  async prune(): Promise<void> {
    const latest = await this.latest();
    await this.#db
      .deleteFrom('changes')
      .where('at', '<', this.#now() - KEPT_MS)
      .where('seq', '<', latest)
      .execute();
  }
}

/**
 * Treats an unknown kind from a newer version like the removal of the product, which revokes at least as
 * much.
 */
function kindOf({ kind }: Pick<ChangeTable, 'kind'>): Change['kind'] {
  return kind === 'token' || kind === 'device' || kind === 'issuer' ? kind : 'product';
}
