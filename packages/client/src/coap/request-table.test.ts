/** @module Open requests: settled once, failed together, never forgotten. */
import { expect, test } from 'vitest';
import { RequestLostError } from '../request/request-lost-error.ts';
import type { Settle } from '@longwire/protocol';
import { RequestTable } from './request-table.ts';

interface Recorder {
  readonly settled: unknown[];
  readonly settle: Settle<string>;
}

function recorder(): Recorder {
  const settled: unknown[] = [];
  const note = (value: unknown): void => void settled.push(value);
  return { settled, settle: { resolve: note, reject: note } };
}

test('answers in any order reach their requests', () => {
  const table = new RequestTable<string, string>();
  const [one, two] = [recorder(), recorder()];
  table.open('1', one.settle);
  table.open('2', two.settle);
  expect([table.settle('2', 'second'), table.settle('1', 'first')]).toEqual([true, true]);
  expect([one.settled, two.settled, table.size]).toEqual([['first'], ['second'], 0]);
});

test('an id settles once, and an unknown one not at all', () => {
  const table = new RequestTable<string, string>();
  const { settle, settled: answers } = recorder();
  table.open('1', settle);
  expect([table.settle('1', 'a'), table.settle('1', 'b'), table.settle('never', 'c')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(answers).toEqual(['a']);
});

test('a removed request is not settled', () => {
  const table = new RequestTable<string, string>();
  const { settle, settled: answers } = recorder();
  table.open('1', settle)();
  table.failAll(new Error('gone'));
  expect([table.settle('1', 'a'), answers]).toEqual([false, []]);
});

test('failAll rejects every open request: each may have been sent', () => {
  const table = new RequestTable<string, string>();
  const open = [recorder(), recorder()];
  open.forEach(({ settle }, index) => table.open(String(index), settle));
  table.failAll(new Error('gone'));
  for (const { settled: errors } of open) {
    expect(errors).toEqual([expect.any(RequestLostError)]);
    expect(errors[0]).toMatchObject({ message: 'gone', wasSent: true });
  }
  expect(table.size).toBe(0);
});
