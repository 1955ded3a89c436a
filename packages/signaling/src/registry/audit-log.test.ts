/** @module The audit table on each database, and during database failures. */
import { describe, expect, test, vi } from 'vitest';
import type { AuditEvent } from '../ports/audit.ts';
import { onEachDatabase, type TestDatabase } from '../test-support/databases.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { ManualClock } from '@longwire/testing/clock';
import { StoredAuditLog } from './audit-log.ts';
import type { Database } from './database.ts';
import { openDatabase } from './registry.ts';

const LOGIN: AuditEvent = { action: 'client.login', outcome: 'allowed', actor: 'client' };

async function rowsOf(database: TestDatabase): Promise<number> {
  await using registry = await database.open();
  return (await registry.audit.list({ limit: 1_000 })).length;
}

/** Without writing what waits. */
async function storedRows({ text }: TestDatabase): Promise<number> {
  const raw = await openDatabase(text, () => undefined);
  try {
    return await count(raw);
  } finally {
    await raw.close();
  }
}

/** A database whose inserts succeed, fail or hang as the test decides. */
async function failing(): Promise<{
  log: StoredAuditLog;
  clock: ManualClock;
  report: ReturnType<typeof vi.fn>;
  database: Database;
  fail: (isFailing: boolean) => void;
  [Symbol.asyncDispose](): Promise<void>;
}> {
  const directory = await makeDirectory();
  const database = await openDatabase(`${directory.path}/r.db`, () => undefined);
  const clock = new ManualClock();
  const report = vi.fn<(error: Error, what: string) => void>();
  let isFailing = false;
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'insertInto' && isFailing) throw new Error('disk full');
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    log: new StoredAuditLog({
      db,
      kind: database.kind,
      now: () => clock.wall(),
      report,
      clock,
    }),
    clock,
    report,
    database,
    fail: (to) => void (isFailing = to),
    async [Symbol.asyncDispose]() {
      await database.close();
      await directory[Symbol.asyncDispose]();
    },
  };
}

const count = async ({ db }: Database): Promise<number> =>
  (await db.selectFrom('audit').select('seq').execute()).length;

onEachDatabase((make) => {
  test('audit rows are stored unchanged, listed newest first, and found by each filter', async () => {
    await using database = await make();
    let now = 5;
    await using registry = await database.open(() => now);
    const { audit } = registry;
    const full: AuditEvent = {
      action: 'token.revoke',
      outcome: 'refused',
      actor: 'ann',
      productId: 'p',
      deviceId: 'd',
      tokenId: 'lw_1',
      address: '203.0.113.9',
      requestId: 'r-1',
      detail: 'why',
    };
    await audit.record(LOGIN);
    now = 6;
    await audit.record(full);
    const [newest, oldest] = await audit.list({ limit: 10 });
    expect(newest).toEqual({ seq: 2, at: 6, ...full });
    expect(oldest).toMatchObject({ seq: 1, at: 5, ...LOGIN, productId: undefined, detail: undefined });
    const marks = [
      { action: 'token.revoke' },
      { outcome: 'refused' },
      { actor: 'ann' },
      { productId: 'p' },
      { deviceId: 'd' },
      { action: 'token.revoke', actor: 'ann', productId: 'p' },
      { ...full },
    ] as const;
    expect(await audit.list({ outcome: 'allowed', action: 'client.login', limit: 10 })).toMatchObject([
      LOGIN,
    ]);
    expect(await audit.list({ outcome: 'allowed', action: 'token.revoke', limit: 10 })).toEqual([]);
    for (const mark of marks) expect(await audit.list({ ...mark, limit: 10 })).toMatchObject([full]);
    for (const mark of [{ actor: 'bob' }, { productId: "p' or 1=1" }, { action: '\u0000', actor: 'ann' }]) {
      expect(await audit.list({ ...mark, limit: 10 })).toEqual([]);
    }
  });

  test('audit pages have neither gaps nor duplicates while rows are added', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { audit } = registry;
    const record = (count: number): Promise<void[]> =>
      Promise.all(Array.from({ length: count }, () => audit.record(LOGIN)));
    await record(450);
    const seen: number[] = [];
    for (let before: number | undefined; ; before = seen.at(-1)) {
      const page = await audit.list({ before, limit: 100 });
      seen.push(...page.map(({ seq }) => seq));
      if (page.length < 100) break;
      await record(10);
    }
    expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index));
    await expect(audit.list({ limit: 0 })).rejects.toMatchObject({ code: 'ERR_NAME_FORMAT' });
  });

  test('long texts are truncated, and characters that a database cannot store are replaced', async () => {
    await using database = await make();
    await using registry = await database.open();
    await registry.audit.record({ ...LOGIN, productId: 'x'.repeat(100_000), deviceId: 'a\u0000b\uD800' });
    const [entry] = await registry.audit.list({ limit: 1 });
    expect(entry?.productId).toBe(`${'x'.repeat(511)}…`);
    expect(entry?.deviceId).toBe('a\uFFFDb\uFFFD');
  });

  test('old audit rows are removed by age and number, and no row can be updated', async () => {
    await using database = await make();
    let now = 0;
    await using registry = await database.open(() => now);
    const { audit } = registry;
    const recorded: Promise<void>[] = [];
    for (; now < 5_000; now += 1) recorded.push(audit.record(LOGIN));
    await Promise.all(recorded);
    expect(await audit.prune({ olderThan: 0, keepRows: 100_000 })).toBe(0);
    expect(await audit.prune({ olderThan: 4_500, keepRows: 100_000 })).toBe(4_500);
    expect(await audit.prune({ olderThan: 0, keepRows: 10 })).toBe(490);
    expect((await audit.list({ limit: 100 })).map(({ at }) => at)).toEqual(
      Array.from({ length: 10 }, (_, index) => 4_999 - index),
    );
    const raw = await openDatabase(database.text, () => undefined);
    await expect(raw.db.updateTable('audit').set({ actor: 'changed' }).execute()).rejects.toMatchObject({
      code: 'ERR_DATABASE',
    });
    await raw.close();
  });

  test('a decision waits for its row, and rows are written when the registry closes', async () => {
    await using database = await make();
    const first = await database.open();
    const recorded = first.audit.record(LOGIN);
    await first.close();
    await recorded;
    await expect(first.audit.record(LOGIN)).rejects.toMatchObject({ code: 'ERR_STATE' });
    expect(await rowsOf(database)).toBe(1);
    await using second = await database.open();
    await second.audit.record(LOGIN);
    expect(await storedRows(database)).toBe(2);
  });
});

describe('an audit log whose database fails', () => {
  test('keeps its rows, retries every second, and reports the failure once', async () => {
    await using world = await failing();
    world.fail(true);
    for (let row = 0; row < 500; row += 1) await world.log.record(LOGIN);
    await expect(world.log.flush()).rejects.toThrow('disk full');
    for (let second = 0; second < 3; second += 1) {
      world.clock.advance(1_000);
      await new Promise(setImmediate);
    }
    expect(world.report).toHaveBeenCalledExactlyOnceWith(
      expect.any(Error),
      expect.stringContaining('rows wait'),
    );
    expect(await count(world.database)).toBe(0);
    world.fail(false);
    await expect
      .poll(async () => {
        world.clock.advance(1_000);
        return count(world.database);
      })
      .toBe(500);
    world.fail(true);
    await world.log.record(LOGIN);
    await expect(world.log.flush()).rejects.toThrow('disk full');
    expect(world.report).toHaveBeenCalledTimes(2);
  });

  test('lets decisions wait once 10,000 rows are queued, until there is room', async () => {
    await using world = await failing();
    world.fail(true);
    for (let row = 0; row < 10_000; row += 1) await world.log.record(LOGIN);
    const late = Promise.all([world.log.record(LOGIN), world.log.record(LOGIN)]);
    let isDone = false;
    void late.then(() => (isDone = true));
    world.clock.advance(5_000);
    await new Promise(setImmediate);
    expect(isDone).toBe(false);
    world.fail(false);
    await world.log.flush();
    await late;
    await world.log.flush();
    expect(await count(world.database)).toBe(10_002);
  });

  test('reports rows that cannot be written at the close, and releases waiting decisions', async () => {
    await using world = await failing();
    world.fail(true);
    for (let row = 0; row < 10_000; row += 1) await world.log.record(LOGIN);
    const [late] = await Promise.allSettled([world.log.record(LOGIN), world.log.close()]);
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'ERR_STATE' } });
    expect(world.report).toHaveBeenLastCalledWith(expect.any(Error), 'audit table: 10000 rows are lost');
  });
});
