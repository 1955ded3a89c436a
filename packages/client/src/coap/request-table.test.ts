/** @module Open requests: settled once, failed together, never forgotten. */
import { expect, test } from 'vitest';
import { RequestLostError } from '../request/request-lost-error.ts';
import type { Settle } from '../time/abort.ts';
import { RequestTable } from './request-table.ts';

interface Told {
  readonly told: unknown[];
  readonly settle: Settle<string>;
}

function told(): Told {
  const told: unknown[] = [];
  const note = (value: unknown): void => void told.push(value);
  return { told, settle: { resolve: note, reject: note } };
}

test('answers in any order reach their requests', () => {
  const table = new RequestTable<string, string>();
  const [one, two] = [told(), told()];
  table.open('1', one.settle);
  table.open('2', two.settle);
  expect([table.settle('2', 'second'), table.settle('1', 'first')]).toEqual([true, true]);
  expect([one.told, two.told, table.size]).toEqual([['first'], ['second'], 0]);
});

test('an id settles once, and an unknown one not at all', () => {
  const table = new RequestTable<string, string>();
  const { settle, told: answers } = told();
  table.open('1', settle);
  expect([table.settle('1', 'a'), table.settle('1', 'b'), table.settle('never', 'c')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(answers).toEqual(['a']);
});

test('one that is forgotten is told nothing more', () => {
  const table = new RequestTable<string, string>();
  const { settle, told: answers } = told();
  table.open('1', settle)();
  table.failAll(new Error('gone'));
  expect([table.settle('1', 'a'), answers]).toEqual([false, []]);
});

test('failAll rejects every open request: each may have been sent', () => {
  const table = new RequestTable<string, string>();
  const open = [told(), told()];
  open.forEach(({ settle }, index) => table.open(String(index), settle));
  table.failAll(new Error('gone'));
  for (const { told: errors } of open) {
    expect(errors).toEqual([expect.any(RequestLostError)]);
    expect(errors[0]).toMatchObject({ message: 'gone', wasSent: true });
  }
  expect(table.size).toBe(0);
});
