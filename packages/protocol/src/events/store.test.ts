/** @module A state and its listeners. */
import { expect, test, vi } from 'vitest';
import { Store } from './store.ts';

test('a store calls its listeners after the state has changed', () => {
  const store = new Store('first');
  const heard: string[] = [];
  store.subscribe(() => heard.push(store.snapshot()));
  store.put('second');
  expect(heard).toEqual(['second']);
  expect(store.value).toBe('second');
});

test('a store calls no listener that has unsubscribed', () => {
  const store = new Store(1);
  const stays = vi.fn<() => void>();
  const leaves = vi.fn<() => void>();
  store.subscribe(stays);
  const leave = store.subscribe(leaves);
  leave();
  store.put(2);
  expect(stays).toHaveBeenCalledOnce();
  expect(leaves).not.toHaveBeenCalled();
});

test('a store is observed from its first listener until the last has unsubscribed', () => {
  const store = new Store(1);
  const isObserved = [store.isObserved];
  const leave = [store.subscribe(() => undefined), store.subscribe(() => undefined)];
  isObserved.push(store.isObserved);
  for (const end of leave) end();
  expect([...isObserved, store.isObserved]).toEqual([false, true, false]);
});
