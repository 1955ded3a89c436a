/** @module Case-insensitive ids: unique indexes on their folded form. Published: never changes. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { DatabaseError } from '../database-error.ts';

/** Most ids listed in the message. */
const MAX_NAMED = 20;

/** Creates the unique indexes for looking up ids, and those of the audit table. */
export const idsInAnyCase: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await refuseCollisions(db);
    await sql`create unique index products_folded on products (lower(product_id))`.execute(db);
    await sql`create unique index devices_folded on devices (product_id, lower(device_id))`.execute(db);
    for (const column of ['product_id', 'device_id']) {
      await sql`drop index ${sql.ref(`audit_${column}`)}`.execute(db);
      await sql`create index ${sql.ref(`audit_${column}`)} on audit (lower(${sql.ref(column)}), seq)`.execute(
        db,
      );
    }
  },
};

/** @throws DatabaseError that names the rows */
async function refuseCollisions(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select 'product ' || product_id as name from products
      where lower(product_id) in (select lower(product_id) from products group by lower(product_id) having count(*) > 1)
    union all
    select 'device ' || device_id || ' of product ' || product_id as name from devices d
      where exists (
        select 1 from devices e
        where lower(e.product_id) = lower(d.product_id) and lower(e.device_id) = lower(d.device_id)
          and (e.product_id <> d.product_id or e.device_id <> d.device_id)
      )
    order by name`.execute(db);
  if (rows.length === 0) return;
  const named = rows.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = rows.length > MAX_NAMED ? ` and ${rows.length - MAX_NAMED} more` : '';
  throw new DatabaseError(
    `ids are case-insensitive from this version on, but some in the database differ only in case: the database has ${named.join(', ')}${more}: remove all but one of each with the previous version`,
    {},
  );
}
