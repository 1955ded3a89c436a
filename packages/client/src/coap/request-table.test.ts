/** @module Open requests: settled once, failed together, never forgotten. */
import { expect, test } from 'vitest';
import { RequestTable } from './request-table.ts';

test('answers in any order reach their requests', async () => {
  const table = new RequestTable<string>();
  const [one, two] = [table.nextId(), table.nextId()];
  const answers = Promise.all([table.add(one), table.add(two)]);
  expect([table.settle(two, 'second'), table.settle(one, 'first')]).toEqual([true, true]);
  expect(await answers).toEqual(['first', 'second']);
  expect(table.size).toBe(0);
});

test('an id settles once, and an unknown one not at all', async () => {
  const table = new RequestTable<string>();
  const id = table.nextId();
  const answer = table.add(id);
  expect([table.settle(id, 'a'), table.settle(id, 'b'), table.settle('never', 'c')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await answer).toBe('a');
});

test('failAll rejects every open request with the cause', async () => {
  const table = new RequestTable<string>();
  const open = [table.add(table.nextId()), table.add(table.nextId())];
  const cause = new Error('gone');
  table.failAll(cause);
  const outcomes = await Promise.allSettled(open);
  expect(outcomes).toEqual([
    { status: 'rejected', reason: cause },
    { status: 'rejected', reason: cause },
  ]);
  expect(table.size).toBe(0);
});
