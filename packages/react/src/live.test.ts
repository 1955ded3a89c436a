/** @module A live value starts with its first subscriber, stops after the last, and reports only changes. */
import { expect, test } from 'vitest';
import { Live } from './live.ts';

const ignore = (): void => undefined;

/** A live value that records its starts and stops. */
function make() {
  const course: string[] = [];
  const puts: ((value: object) => void)[] = [];
  const first: object = { at: 'first' };
  const live = new Live<object>(first, (put) => {
    course.push('begun');
    puts.push(put);
    return () => course.push('ended');
  });
  return { course, live, first, put: (value: object, run = puts.length - 1) => puts[run]?.(value) };
}

test('a subscriber that leaves and returns within one turn causes no restart', async () => {
  const { live, course } = make();
  live.subscribe(ignore)();
  const leave = live.subscribe(ignore);
  await Promise.resolve();
  expect(course).toEqual(['begun']);
  leave();
  leave();
  await Promise.resolve();
  expect(course).toEqual(['begun', 'ended']);
});

test('a stopped live value has its initial value and ignores late updates', async () => {
  const { live, put, first } = make();
  const leave = live.subscribe(ignore);
  put({ at: 'second' });
  expect(live.snapshot()).toEqual({ at: 'second' });
  expect(live.first()).toBe(first);
  leave();
  await Promise.resolve();
  expect(live.snapshot()).toBe(first);
  put({ at: 'late' });
  expect(live.snapshot()).toBe(first);
});

test('an equal value is not reported and stays the same object', () => {
  const { live, put } = make();
  let changes = 0;
  live.subscribe(() => (changes += 1));
  const value = { at: 'second', by: ignore };
  put(value);
  put({ at: 'second', by: ignore });
  expect([changes, live.snapshot() === value]).toEqual([1, true]);
  put({ at: 'second' });
  put({ by: ignore, in: 'second' });
  put(new Date(0));
  put(new Date(0));
  expect(changes).toBe(5);
});

test('restart() keeps the value until the next update and does nothing before the start', () => {
  const { live, put, course } = make();
  live.restart();
  live.subscribe(ignore);
  put({ at: 'second' });
  live.restart();
  expect(live.snapshot()).toEqual({ at: 'second' });
  put({ at: 'of the first run' }, 0);
  expect(live.snapshot()).toEqual({ at: 'second' });
  put({ at: 'third' });
  expect(live.snapshot()).toEqual({ at: 'third' });
  expect(course).toEqual(['begun', 'ended', 'begun']);
});
