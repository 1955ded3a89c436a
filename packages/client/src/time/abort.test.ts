/** @module Waits that a signal ends, leaving nothing on the signal. */
import { expect, test, vi } from 'vitest';
import { abortable, waitFor } from './abort.ts';

test('waitFor resolves with the value and calls the disposer', async () => {
  const disposed: string[] = [];
  const { signal } = new AbortController();
  const value = await waitFor<number>(signal, ({ resolve }) => {
    resolve(1);
    return () => disposed.push('disposed');
  });
  expect([value, disposed]).toEqual([1, ['disposed']]);
});

test('waitFor rejects with the signal’s reason and calls the disposer', async () => {
  const disposed: string[] = [];
  const abort = new AbortController();
  const wait = waitFor<void>(abort.signal, () => () => disposed.push('disposed'));
  abort.abort(new Error('enough'));
  await expect(wait).rejects.toThrow('enough');
  expect(disposed).toEqual(['disposed']);
});

test('waitFor starts nothing if the signal is aborted', async () => {
  const started: string[] = [];
  const signal = AbortSignal.abort(new Error('before'));
  const wait = waitFor<void>(signal, () => {
    started.push('started');
    return () => undefined;
  });
  await expect(wait).rejects.toThrow('before');
  expect(started).toEqual([]);
});

test('waitFor leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await abortable(signal, Promise.resolve());
  expect(removed.mock.calls).toEqual(added.mock.calls);
});

test('abortable rejects with the promise’s own error', async () => {
  const { signal } = new AbortController();
  await expect(abortable(signal, Promise.reject(new Error('own')))).rejects.toThrow('own');
});
