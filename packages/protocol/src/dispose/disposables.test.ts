/** @module Things that end together: all of them, the newest first, also after an error. */
import { expect, test } from 'vitest';
import { AsyncDisposables, Disposables } from './disposables.ts';

const failing = (name: string): (() => never) => {
  return () => {
    throw new Error(name);
  };
};

test('ends the newest first, once', () => {
  const ended: string[] = [];
  const all = new Disposables();
  for (const name of ['one', 'two']) all.use({ [Symbol.dispose]: () => ended.push(name) });
  all.dispose();
  all.dispose();
  expect(ended).toEqual(['two', 'one']);
});

test('ends all, although one throws', () => {
  const ended: string[] = [];
  const all = new Disposables();
  all.use({ [Symbol.dispose]: () => ended.push('one') });
  all.use({ [Symbol.dispose]: failing('two') });
  expect(() => all.dispose()).toThrow('two');
  expect(ended).toEqual(['one']);
});

test('waits for each before the one that was added before it', async () => {
  const ended: string[] = [];
  const all = new AsyncDisposables();
  all.use({ [Symbol.dispose]: () => ended.push('one') });
  all.defer(async () => {
    await Promise.resolve();
    ended.push('two');
  });
  all.use({ [Symbol.asyncDispose]: async () => void ended.push('three') });
  await all.disposeAsync();
  expect(ended).toEqual(['three', 'two', 'one']);
});

test('names every error, after all have been ended', async () => {
  const ended: string[] = [];
  const all = new AsyncDisposables();
  all.defer(failing('one'));
  all.defer(() => ended.push('two'));
  all.defer(failing('three'));
  const error = await all.disposeAsync().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({ errors: [{ message: 'three' }, { message: 'one' }] });
  expect(ended).toEqual(['two']);
});

test('ends nothing that was moved', async () => {
  const ended: string[] = [];
  const first = new AsyncDisposables();
  first.defer(() => ended.push('one'));
  const second = first.move();
  await first.disposeAsync();
  expect(ended).toEqual([]);
  await second.disposeAsync();
  expect(ended).toEqual(['one']);
});
