/** @module A PostgreSQL server that is away, hangs or comes back. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MovingAddress } from '../../../cluster/src/test-support/moving-address.fixture.ts';
import { startPostgres, type PostgresServer } from '../test-support/postgres.fixture.ts';
import { openDatabase, openRegistry } from './registry.ts';
import { hashSecret } from './secret.ts';
import { secretOf } from '../test-support/secret-parts.fixture.ts';

const FINGERPRINT = 'ab'.repeat(32);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server[Symbol.asyncDispose](), 60_000);

test('an unreachable server, or a rejected login, is a typed error without the password', async () => {
  const places = [
    'postgres://ann:hunter22@127.0.0.1:1/none',
    `postgres://ann:hunter22@127.0.0.1:${server.port}/none`,
    `postgresql://ann:hunter22@127.0.0.1:${server.port}/postgres`,
    'postgres://ann:hunter22@[::1]:1/none',
  ];
  for (const place of places) {
    const error = await openRegistry(place).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'ERR_DATABASE',
      message: expect.stringContaining('database at postgres://'),
    });
    expect(String(error)).not.toContain('hunter22');
    expect(String(error)).not.toMatch(/no reason/);
  }
});

test('a server restart fails concurrent statements, is reported, and recovers', async () => {
  const report = vi.fn<(error: Error, what: string) => void>();
  await using registry = await openRegistry(await server.createDatabase(), () => 5, { report });
  await registry.products.add('p');
  await server.stop();
  await expect.poll(() => report.mock.calls.length).toBeGreaterThan(0);
  expect(report.mock.calls[0]?.[1]).toMatch(/idle connection/);
  const attempts = [
    registry.ready(),
    registry.products.has('p'),
    registry.devices.lookUp({ productId: 'p', deviceId: 'd' }),
    registry.tokens.find({ productId: 'p', deviceId: 'd' }, 'x'),
    registry.products.add('q'),
    registry.tokens.revoke('lw_0000000000'),
    registry.changes.since(0),
    registry.audit.list({ limit: 1 }),
    registry.operators.list(),
    registry.exportAll()[Symbol.asyncIterator]().next(),
  ];
  for (const result of await Promise.allSettled(attempts)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ERR_DATABASE' } });
  }
  await registry.audit.record({ action: 'test', outcome: 'refused', actor: 'client' });
  await server.start();
  await expect
    .poll(() =>
      registry.ready().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await registry.products.has('p')).toBe(true);
  await registry.products.add('q');
  expect(await registry.audit.list({ limit: 5 })).toHaveLength(1);
});

test('connections that the server ends fail their statement and are not reused', async () => {
  const database = await openDatabase(await server.createDatabase(), () => undefined);
  const other = await openDatabase(await server.createDatabase(), () => undefined);
  const { db } = database;
  await db.insertInto('products').values({ product_id: 'p', created_at: 1 }).execute();
  const sleeping = Promise.allSettled(Array.from({ length: 10 }, () => sql`select pg_sleep(9)`.execute(db)));
  const backends = sql<{ pid: number }>`
    select pid from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`;
  await expect.poll(async () => (await backends.execute(other.db)).rows.length).toBe(10);
  for (const { pid } of (await backends.execute(other.db)).rows) {
    await sql`select pg_terminate_backend(${pid})`.execute(other.db);
  }
  for (const result of await sleeping) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'ERR_DATABASE' } });
  }
  expect(await db.selectFrom('products').selectAll().execute()).toEqual([{ product_id: 'p', created_at: 1 }]);
  await database.close();
  await other.close();
});

test(
  'statements to a hanging server fail in time and work again when it continues',
  { timeout: 60_000 },
  async () => {
    await using registry = await openRegistry(await server.createDatabase());
    await registry.products.add('p');
    await registry.devices.add({ productId: 'p', deviceId: 'd', fingerprint: FINGERPRINT });
    await server.signal('SIGSTOP');
    try {
      await expect(registry.ready()).rejects.toMatchObject({ code: 'ERR_DATABASE' });
    } finally {
      await server.signal('SIGCONT');
    }
    await expect
      .poll(() =>
        registry.ready().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    expect(await registry.devices.lookUp({ productId: 'p', deviceId: 'd' })).toMatchObject({
      fingerprint: FINGERPRINT,
    });
  },
);

test('audit rows whose reply was lost are written once, although the server carries out what it had received', async () => {
  const place = await server.createDatabase();
  await using address = await MovingAddress.start(server.port);
  const url = new URL(place);
  url.port = new URL(address.url).port;
  await using registry = await openRegistry(url.href);
  const direct = await openDatabase(place, () => undefined);
  const lock = await direct.db.startTransaction().execute();
  await sql`lock table audit in exclusive mode`.execute(lock);
  const inserts = async (): Promise<number> => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where state = 'active' and query like 'insert into "audit"%'`.execute(
      direct.db,
    );
    return rows.length;
  };
  const record = (action: string): Promise<void> =>
    registry.audit.record({ action, outcome: 'refused', actor: 'client' });
  const recorded = ['a', 'b', 'c'].map(record);
  await expect.poll(inserts).toBe(1);
  address.moveTo(server.port);
  await Promise.all(recorded);
  await record('d');
  await expect.poll(inserts, { timeout: 5_000 }).toBe(2);
  await lock.commit().execute();
  await expect.poll(inserts).toBe(0);
  const entries = await registry.audit.list({ limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual(['d', 'c', 'b', 'a']);
  await direct.close();
});

test('a process that stops in the middle of a change does not make those of others fail', async () => {
  const place = await server.createDatabase();
  const [stuck, other] = [
    await openDatabase(place, () => undefined),
    await openDatabase(place, () => undefined),
  ];
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lost = stuck.change(async (write) => {
    await write.insertInto('products').values({ product_id: 'p', created_at: 1 }).execute();
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  await other.change(async (write) => {
    await write.insertInto('products').values({ product_id: 'q', created_at: 2 }).execute();
  });
  end.resolve();
  await expect(lost).rejects.toMatchObject({ code: 'ERR_DATABASE' });
  const rows = await stuck.db.selectFrom('products').select('product_id').execute();
  expect(rows).toEqual([{ product_id: 'q' }]);
  for (const database of [stuck, other]) await database.close();
});

test("the database's rows hold no secret", async () => {
  const place = await server.createDatabase();
  await using registry = await openRegistry(place);
  await registry.products.add('p');
  await registry.devices.add({ productId: 'p', deviceId: 'd', fingerprint: FINGERPRINT });
  const { value: token } = await registry.tokens.add({ productId: 'p', lifetimeMs: 1_000 });
  await registry.tokens.announce({ productId: 'p', deviceId: 'd' }, [hashSecret('announced secret')]);
  const { value: key } = await registry.apiKeys.add({ name: 'deploy', role: 'viewer' });
  await registry.operators.add({ name: 'ann', role: 'viewer', password: 'correct horse battery' });
  const session = await registry.operatorSessions.add('ann', 1_000);
  const database = await openDatabase(place, () => undefined);
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    database.db,
  );
  const dumps = tables.rows.map(({ name }) =>
    sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(database.db),
  );
  const text = (await Promise.all(dumps)).flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  for (const value of [token, key, session, 'announced secret']) expect(text).toContain(hashSecret(value));
  for (const value of [token, key, session]) expect(text).not.toContain(secretOf(value));
  for (const secret of ['announced secret', 'correct horse']) expect(text).not.toContain(secret);
  await database.close();
});

test('a number that is not exact in JavaScript causes an error', async () => {
  const database = await openDatabase(await server.createDatabase(), () => undefined);
  const value = async (text: string): Promise<unknown> =>
    (await sql<{ value: unknown }>`select ${sql.raw(text)}::bigint as value`.execute(database.db)).rows[0]
      ?.value;
  expect(await value('9007199254740991')).toBe(9_007_199_254_740_991);
  expect(await value('-5')).toBe(-5);
  await expect(value('9007199254740993')).rejects.toMatchObject({ code: 'ERR_DATABASE' });
  await database.close();
});
