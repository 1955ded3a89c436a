/** @module Concurrency: the change feed has all changes in commit order, and limits hold. */
import { EdgeError } from '@longwire/protocol';
import { expect, test } from 'vitest';
import type { StoredToken } from '../ports/tokens.ts';
import { onEachDatabase } from '../test-support/databases.fixture.ts';
import { hashSecret } from './secret.ts';

const FINGERPRINT = 'ab'.repeat(32);
const D = { productId: 'p', deviceId: 'd' };

/** The error codes of rejected promises. */
function codesOf(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    const error: unknown = result.reason;
    return [error instanceof EdgeError ? error.code : error];
  });
}

onEachDatabase((make) => {
  test('a reader of the change feed misses none of hundreds of concurrent revocations, and sees each only after it applies', async () => {
    await using database = await make();
    await using one = await database.open();
    await using two = database.kind === 'PostgreSQL' ? await database.open() : undefined;
    await one.products.add('p');
    await one.devices.add({ ...D, fingerprint: FINGERPRINT });
    const tokens = await Promise.all(
      Array.from({ length: 300 }, () => one.tokens.add({ ...D, lifetimeMs: 1_000_000 })),
    );
    const seen: number[] = [];
    const early: (StoredToken | undefined)[] = [];
    const ids = new Set<string | undefined>();
    let isDone = false;
    const reading = (async () => {
      for (let last = 0; ;) {
        const wasDone = isDone;
        const changes = await one.changes.since(last);
        for (const { seq, tokenId } of changes) {
          seen.push(seq);
          ids.add(tokenId);
        }
        const newest = tokens.find(({ id }) => id === changes.at(-1)?.tokenId);
        if (newest !== undefined) early.push(await one.tokens.find(D, newest.value));
        last = seen.at(-1) ?? 0;
        if (wasDone && changes.length === 0) return;
      }
    })();
    await Promise.all(
      tokens.map(({ id }, index) => (index % 2 === 0 ? one : (two ?? one)).tokens.revoke(id)),
    );
    isDone = true;
    await reading;
    expect(early.filter((token) => token?.isRevoked !== true)).toEqual([]);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(ids).toEqual(new Set(tokens.map(({ id }) => id)));
  });

  test('of many concurrent additions of the same thing one succeeds', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices, tokens } = registry;
    const tasks = [() => products.add('p'), () => devices.add({ ...D, fingerprint: FINGERPRINT })];
    for (const task of tasks) {
      const results = await Promise.allSettled(Array.from({ length: 50 }, task));
      expect(codesOf(results)).toEqual(Array.from({ length: 49 }, () => 'ERR_ALREADY_EXISTS'));
    }
    const hashes = Array.from({ length: 40 }, (_, index) => hashSecret(`${index}`));
    await Promise.all(hashes.map((hash) => tokens.announceOne(D, hash)));
    await Promise.all(hashes.flatMap((hash) => [tokens.withdraw(D, hash), tokens.announceOne(D, hash)]));
    await Promise.all(hashes.map(() => tokens.announce(D, hashes)));
    expect(await tokens.list({ ...D, limit: 1_000 })).toHaveLength(40);
  });

  test('removing a device while tokens are created for it leaves none behind', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices, tokens } = registry;
    await products.add('p');
    for (let round = 0; round < 10; round += 1) {
      await devices.add({ ...D, fingerprint: FINGERPRINT });
      const adding = Array.from({ length: 20 }, () => tokens.add({ ...D, lifetimeMs: 1_000 }));
      const results = await Promise.allSettled([
        ...adding,
        devices.remove(D),
        tokens.announceOne(D, FINGERPRINT),
      ]);
      expect(codesOf(results).filter((code) => code !== 'ERR_NOT_FOUND')).toEqual([]);
      expect(await tokens.list({ productId: 'p', limit: 100 })).toEqual([]);
    }
  });

  test('removing a product while devices and tokens are added leaves none behind', async () => {
    await using database = await make();
    await using registry = await database.open();
    const { products, devices, tokens } = registry;
    for (let round = 0; round < 10; round += 1) {
      await products.add('p');
      const add = (index: number): Promise<unknown> =>
        index % 2 === 0
          ? tokens.add({ productId: 'p', lifetimeMs: 1_000 })
          : devices.add({ ...D, deviceId: `d${index}`, fingerprint: FINGERPRINT });
      const adding = Array.from({ length: 30 }, (_, index) => add(index));
      const results = await Promise.allSettled([products.remove('p'), ...adding]);
      expect(results[0]).toEqual({ status: 'fulfilled', value: undefined });
      expect(codesOf(results).filter((code) => code !== 'ERR_NOT_FOUND')).toEqual([]);
      expect(await tokens.list({ productId: 'p', limit: 100 })).toEqual([]);
      expect(await devices.list({ productId: 'p', limit: 100 })).toEqual([]);
    }
  });

  test('changes are removed after a day, except the newest', async () => {
    await using database = await make();
    let now = 0;
    await using registry = await database.open(() => now);
    await registry.products.add('p');
    await registry.devices.add({ ...D, fingerprint: FINGERPRINT });
    await registry.tokens.announce(D, [hashSecret('1'), hashSecret('2'), hashSecret('3')]);
    await registry.tokens.announce(D, []);
    await registry.prune();
    expect(await registry.changes.since(0)).toHaveLength(3);
    now = 86_400_001;
    await registry.prune();
    expect(await registry.changes.since(0)).toMatchObject([{ seq: 3 }]);
    expect(await registry.changes.latest()).toBe(3);
  });
});
