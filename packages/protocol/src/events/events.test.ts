/** @module Listeners that throw, come and go, and work that must not interleave. */
import { describe, expect, test } from 'vitest';
import { Emitter } from './emitter.ts';
import { TaskQueue } from './task-queue.ts';

interface Events {
  tick: [count: number];
}

function emitter(): { emitter: Emitter<Events>; errors: unknown[] } {
  const errors: unknown[] = [];
  return { emitter: new Emitter<Events>((event, error) => errors.push([event, error])), errors };
}

describe('Emitter', () => {
  test('a listener that throws breaks neither the sender nor the next listener', () => {
    const { emitter: source, errors } = emitter();
    const seen: number[] = [];
    const mistake = new Error('mistake');
    source.on('tick', () => {
      throw mistake;
    });
    source.on('tick', (count) => seen.push(count));
    source.emit('tick', 1);
    expect([seen, errors]).toEqual([[1], [['tick', mistake]]]);
  });

  test('the same function may listen twice, and each subscription is removed separately', () => {
    const { emitter: source } = emitter();
    const seen: number[] = [];
    const listener = (count: number): void => void seen.push(count);
    const off = source.on('tick', listener);
    source.on('tick', listener);
    off();
    off();
    source.emit('tick', 1);
    expect(seen).toEqual([1]);
  });

  test('a listener removed or added during an event is not called for it', () => {
    const { emitter: source } = emitter();
    const seen: string[] = [];
    source.on('tick', () => {
      off();
      source.on('tick', () => seen.push('added'));
    });
    const off = source.on('tick', () => seen.push('removed'));
    source.emit('tick', 1);
    expect(seen).toEqual([]);
  });

  test('clear() removes every listener', () => {
    const { emitter: source } = emitter();
    const seen: number[] = [];
    source.on('tick', (count) => seen.push(count));
    source.clear();
    source.emit('tick', 1);
    expect(seen).toEqual([]);
  });
});

test('TaskQueue runs tasks in order, one at a time, and continues after a failed one', async () => {
  const queue = new TaskQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = queue.run(async () => {
    await promise;
    order.push('first');
    throw new Error('failed');
  });
  const second = queue.run(async () => {
    order.push('second');
    return 2;
  });
  resolve();
  await expect(first).rejects.toThrow('failed');
  expect([await second, order]).toEqual([2, ['first', 'second']]);
});
