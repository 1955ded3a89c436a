/** @module Creates and reads the key pair that signs push messages: the same on all nodes of a service, because all read one row. */
import { generateKeyPairSync } from 'node:crypto';
import type { Database } from './database.ts';

/** The only row. */
const ID = 1;

/** The private key as a JSON Web Key; created at the first call, whichever node it is on. */
export async function loadPushKey({ db }: Pick<Database, 'db'>, now: () => number): Promise<string> {
  const find = () => db.selectFrom('push_keys').select('jwk').where('id', '=', ID).executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found.jwk;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
  await db
    .insertInto('push_keys')
    .values({ id: ID, jwk, created_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another node may have been first.
  return (await find())?.jwk ?? jwk;
}
