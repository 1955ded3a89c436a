/** @module The adapter between Kysely and node:sqlite. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { kyselyDatabase } from './node-sqlite.ts';

interface Schema {
  things: { id: number; text: string | null; bytes: Uint8Array | null };
}

async function open(): Promise<Kysely<Schema>> {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)');
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: kyselyDatabase(database) }) });
}

test('values are stored and read unchanged', async () => {
  await using db = await open();
  const rows = [
    { id: 1, text: null, bytes: null },
    { id: 2, text: 'ü\u0000x', bytes: new Uint8Array([0, 255]) },
  ];
  await db.insertInto('things').values(rows).execute();
  expect(await db.selectFrom('things').selectAll().orderBy('id').execute()).toEqual(rows);
  const streamed: number[] = [];
  for await (const { id } of db.selectFrom('things').select('id').stream()) streamed.push(id);
  expect(streamed).toEqual([1, 2]);
});

test('a parameter that SQLite cannot store is rejected, and not treated as named parameters', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE things (id INTEGER)');
  const statement = kyselyDatabase(database).prepare('INSERT INTO things VALUES (?)');
  for (const value of [new Date(), { id: 1 }, undefined, true]) {
    expect(() => statement.run([value])).toThrow(TypeError);
  }
  expect(database.prepare('SELECT * FROM things').all()).toEqual([]);
  database.close();
});

test('changed rows are counted, even for statements that return rows', async () => {
  await using db = await open();
  await db.insertInto('things').values({ id: 1, text: 'a', bytes: null }).execute();
  const none = await db.updateTable('things').set({ text: 'b' }).where('id', '=', 9).executeTakeFirst();
  expect(none.numUpdatedRows).toBe(0n);
  const returned = await db.updateTable('things').set({ text: 'b' }).returning('text').execute();
  expect(returned).toEqual([{ text: 'b' }]);
});
