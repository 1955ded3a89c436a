/** @module When a cached value is loaded, and what is used if it cannot be. */
import { expect, test } from 'vitest';
import { CachedValue, UnconfirmedMissError } from './cached-value.ts';

const MISS = new Error('not in it');

class Rig {
  nowMs = 0;
  loads = 0;
  /** The result of the next load; an error fails it. */
  source: readonly string[] | Error = ['a'];
  readonly failures: boolean[] = [];
  readonly cached: CachedValue<readonly string[]>;

  constructor() {
    this.cached = new CachedValue({
      load: async () => {
        this.loads += 1;
        await Promise.resolve();
        if (this.source instanceof Error) throw this.source;
        return this.source;
      },
      nowMs: () => this.nowMs,
      maxAgeMs: 1_000,
      coolDownMs: 100,
      handleFailure: (_error, isKept) => this.failures.push(isKept),
    });
  }

  /** The outcome of a look-up of one entry. */
  async find(entry: string): Promise<string> {
    const use = async (value: readonly string[]): Promise<string> => {
      await Promise.resolve();
      if (value.includes(entry)) return entry;
      throw MISS;
    };
    return await this.cached
      .use(use, (error) => error === MISS)
      .catch((error: Error) => (error instanceof UnconfirmedMissError ? error.name : error.message));
  }
}

test('CachedValue loads on first use, once for concurrent callers, and keeps the value', async () => {
  const rig = new Rig();
  expect(await Promise.all([rig.find('a'), rig.find('a'), rig.find('a')])).toEqual(['a', 'a', 'a']);
  rig.nowMs = 999;
  expect([await rig.find('a'), rig.loads]).toEqual(['a', 1]);
});

test('CachedValue loads again when the value is old', async () => {
  const rig = new Rig();
  await rig.find('a');
  rig.source = ['b'];
  rig.nowMs = 1_000;
  expect([await rig.find('a'), await rig.find('b')]).toEqual([MISS.message, 'b']);
});

test('CachedValue loads again when the value lacks an entry, but only after the cool-down', async () => {
  const rig = new Rig();
  await rig.find('a');
  rig.source = ['a', 'b'];
  rig.nowMs = 99;
  expect([await rig.find('b'), rig.loads]).toEqual(['UnconfirmedMissError', 1]);
  rig.nowMs = 100;
  expect([await rig.find('b'), rig.loads]).toEqual(['b', 2]);
});

test('CachedValue keeps the old value while loading fails; a miss throws the error of the load', async () => {
  const rig = new Rig();
  await rig.find('a');
  rig.source = new Error('away');
  rig.nowMs = 5_000;
  expect(await rig.find('a')).toBe('a');
  expect(await rig.find('b')).toBe('away');
  expect([rig.loads, rig.failures]).toEqual([2, [true]]);
  rig.source = ['a'];
  rig.nowMs = 5_100;
  expect(await rig.find('b')).toBe(MISS.message);
});

test('CachedValue without a value throws the error of the load until one succeeds', async () => {
  const rig = new Rig();
  rig.source = new Error('away');
  expect([await rig.find('a'), await rig.find('a'), rig.loads]).toEqual(['away', 'away', 1]);
  expect(rig.failures).toEqual([false]);
  rig.source = ['a'];
  rig.nowMs = 100;
  expect(await rig.find('a')).toBe('a');
});

test('CachedValue loads in time although the clock is set back', async () => {
  const rig = new Rig();
  rig.nowMs = 1_000_000;
  await rig.find('a');
  rig.source = ['b'];
  rig.nowMs = 0;
  expect(await rig.find('b')).toBe('b');
});

test('CachedValue confirms a miss right after a load; later it is unconfirmed', async () => {
  const rig = new Rig();
  expect([await rig.find('b'), await rig.find('b'), rig.loads]).toEqual([
    MISS.message,
    'UnconfirmedMissError',
    1,
  ]);
});

test('CachedValue does not retry a use that fails for another reason', async () => {
  const rig = new Rig();
  const broken = rig.cached.use(
    () => Promise.reject(new Error('broken')),
    (error) => error === MISS,
  );
  await expect(broken).rejects.toThrow('broken');
  expect(rig.loads).toBe(1);
});
