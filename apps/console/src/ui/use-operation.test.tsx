// @vitest-environment happy-dom
/** @module The states of an operation that a person starts. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useOperation } from './use-operation.ts';

afterEach(cleanup);

test('an operation is busy until its task ends, and keeps the error to show', async () => {
  const { result } = renderHook(() => useOperation<string>());
  const { promise, resolve } = Promise.withResolvers<{ readonly error: string }>();
  let ended: unknown;
  act(() => void result.current.run(() => promise).then((value) => (ended = value)));
  expect(result.current.state).toEqual({ kind: 'busy' });
  await act(async () => resolve({ error: 'taken' }));
  expect([result.current.state, ended]).toEqual([{ kind: 'failed', error: 'taken' }, undefined]);
  await act(async () => void (await result.current.run(async () => ({ value: 1 }))));
  expect(result.current.state).toEqual({ kind: 'done' });
});

test('an operation whose task rejects can be started again', async () => {
  const { result } = renderHook(() => useOperation<string>());
  await act(async () => {
    await expect(result.current.run(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  });
  expect(result.current.state).toEqual({ kind: 'idle' });
});
