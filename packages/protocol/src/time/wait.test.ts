/** @module Waits that a limit ends, leaving nothing on the signals and no timer. */
import { describe, expect, test, vi } from 'vitest';
import { onAbort, onLimit, waitFor, withLimits, type TimeLimit } from './wait.ts';

/** A time limit that `expire` reaches. */
function timeLimit(error?: TimeLimit['error']): {
  time: TimeLimit;
  expire: () => void;
  pending: () => number;
} {
  const tasks = new Set<() => void>();
  const schedule = (_delayMs: number, task: () => void): (() => void) => {
    tasks.add(task);
    return () => void tasks.delete(task);
  };
  const time: TimeLimit = { clock: { schedule }, limitMs: 50, ...(error && { error }) };
  return { time, expire: () => tasks.forEach((task) => task()), pending: () => tasks.size };
}

/** A signal that counts its listeners. */
function watchedSignal(): { abort: AbortController; listeners: () => number } {
  const abort = new AbortController();
  const added = vi.spyOn(abort.signal, 'addEventListener');
  const removed = vi.spyOn(abort.signal, 'removeEventListener');
  return { abort, listeners: () => added.mock.calls.length - removed.mock.calls.length };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('waitFor', () => {
  test('resolves with the value, calls the disposer and leaves neither timer nor listener', async () => {
    const disposed: string[] = [];
    const [owner, caller, { time, pending }] = [watchedSignal(), watchedSignal(), timeLimit()];
    const limits = { owner: owner.abort.signal, signal: caller.abort.signal, time };
    const value = await waitFor<number>(limits, ({ resolve }) => {
      queueMicrotask(() => resolve(1));
      return () => disposed.push('disposed');
    });
    expect([value, disposed, pending(), owner.listeners(), caller.listeners()]).toEqual([
      1,
      ['disposed'],
      0,
      0,
      0,
    ]);
  });

  test('rejects with the reason of its owner and calls the disposer', async () => {
    const disposed: string[] = [];
    const owner = new AbortController();
    const wait = waitFor<void>({ owner: owner.signal }, () => () => disposed.push('disposed'));
    owner.abort(new Error('enough'));
    await expect(wait).rejects.toThrow('enough');
    expect(disposed).toEqual(['disposed']);
  });

  test('rejects with ERR_ABORTED and the caller’s reason as its cause', async () => {
    const caller = new AbortController();
    const wait = waitFor<void>({ signal: caller.signal }, () => () => undefined);
    caller.abort('gone');
    await expect(wait).rejects.toMatchObject({ code: 'ERR_ABORTED', cause: 'gone' });
  });

  test('rejects with ERR_REQUEST_TIMEOUT when the time is over, or with the error of the limit', async () => {
    for (const [error, expected] of [
      [undefined, { code: 'ERR_REQUEST_TIMEOUT', message: 'no answer within 50 ms' }],
      [(limitMs: number) => new Error(`late by ${limitMs}`), { message: 'late by 50' }],
    ] as const) {
      const { time, expire } = timeLimit(error);
      const wait = waitFor<void>({ time }, () => () => undefined);
      expire();
      await expect(wait).rejects.toMatchObject(expected);
    }
  });

  test.each([
    ['owner', { owner: AbortSignal.abort(new Error('before')) }, 'before'],
    ['caller', { signal: AbortSignal.abort() }, 'operation aborted by its caller'],
  ])('starts nothing if the %s has aborted', async (_name, limits, message) => {
    const start = vi.fn<() => () => void>(() => () => undefined);
    await expect(waitFor<void>(limits, start)).rejects.toThrow(message);
    expect(start).not.toHaveBeenCalled();
  });
});

describe('withLimits', () => {
  test('passes on what the work resolves or rejects with', async () => {
    await expect(withLimits({}, async () => 'done')).resolves.toBe('done');
    await expect(withLimits({}, () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  test('rejects at once when a limit is reached, and aborts the signal of the work with the same error', async () => {
    const { time, expire, pending } = timeLimit();
    const { abort, listeners } = watchedSignal();
    let seen: AbortSignal | undefined;
    const wait = withLimits({ owner: abort.signal, time }, (signal) => {
      seen = signal;
      return never();
    });
    expire();
    await expect(wait).rejects.toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
    expect([seen?.reason, pending(), listeners()]).toMatchObject([{ code: 'ERR_REQUEST_TIMEOUT' }, 0, 0]);
  });

  test('a rejection of the work after the limit counts as handled', async () => {
    const { time, expire } = timeLimit();
    const wait = withLimits(
      { time },
      (signal) => new Promise((_resolve, reject) => onAbort(signal, () => reject(new Error('stopped')))),
    );
    expire();
    await expect(wait).rejects.toMatchObject({ code: 'ERR_REQUEST_TIMEOUT' });
  });
});

test('onAbort calls back at once for an aborted signal, and never after its removal', () => {
  const seen: unknown[] = [];
  const handle = (reason: unknown): void => void seen.push(reason);
  onAbort(AbortSignal.abort('before'), handle);
  const abort = new AbortController();
  onAbort(abort.signal, handle)();
  abort.abort('after');
  onAbort(undefined, handle)();
  expect(seen).toEqual(['before']);
});

test('onLimit stops its timer and removes its listeners', () => {
  const { time, pending } = timeLimit();
  const [owner, caller] = [watchedSignal(), watchedSignal()];
  const stop = onLimit({ owner: owner.abort.signal, signal: caller.abort.signal, time }, () => undefined);
  expect([pending(), owner.listeners(), caller.listeners()]).toEqual([1, 1, 1]);
  stop();
  expect([pending(), owner.listeners(), caller.listeners()]).toEqual([0, 0, 0]);
});
