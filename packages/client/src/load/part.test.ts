/** @module A part is loaded once; a load that fails is an error with a code, and the next one tries again. */
import { expect, test, vi } from 'vitest';
import { Part, PART_TIMEOUT_MS } from './part.ts';

test('concurrent callers share one load, and later the part is available synchronously', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'the code');
  const part = new Part('tests', load);
  expect(part.loaded).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual(['the code', 'the code']);
  expect(await part.load()).toBe('the code');
  expect([part.loaded, load.mock.calls.length]).toEqual(['the code', 1]);
});

test('a failed load rejects every caller with ERR_PART_LOAD and the cause; the next call tries again', async () => {
  const reason = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(reason).mockResolvedValue('the code');
  const part = new Part('tests', load);
  const refused = { code: 'ERR_PART_LOAD', message: expect.stringContaining('tests'), cause: reason };
  const [one, other] = await Promise.allSettled([part.load(), part.load()]);
  expect([one, other]).toMatchObject([{ reason: refused }, { reason: refused }]);
  expect([part.loaded, await part.load()]).toEqual([undefined, 'the code']);
});

test('a load that never finishes is rejected at the time limit', async () => {
  vi.useFakeTimers();
  try {
    const part = new Part('tests', () => new Promise<string>(() => undefined));
    const outcome = Promise.allSettled([part.load()]);
    await vi.advanceTimersByTimeAsync(PART_TIMEOUT_MS);
    expect(await outcome).toMatchObject([{ reason: { code: 'ERR_PART_LOAD' } }]);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
