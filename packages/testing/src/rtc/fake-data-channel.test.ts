/** @module The fake channel behaves like a browser's where byte streams depend on it. */
import { expect, test } from 'vitest';
import { FakeDataChannel } from './fake-data-channel.ts';

function pair(): { one: FakeDataChannel; other: FakeDataChannel; arrived: unknown[]; events: string[] } {
  const [one, other] = [new FakeDataChannel('x'), new FakeDataChannel('x')];
  const arrived: unknown[] = [];
  const events: string[] = [];
  other.addEventListener('message', (event) => arrived.push(Reflect.get(event, 'data')));
  for (const type of ['bufferedamountlow', 'error', 'close']) {
    one.addEventListener(type, () => events.push(type));
  }
  FakeDataChannel.pair(one, other);
  return { one, other, arrived, events };
}

test('bytes arrive as a buffer of their own, text as text', async () => {
  const { one, arrived } = pair();
  const bytes = Uint8Array.of(1, 2, 3);
  one.send(bytes.subarray(1));
  one.send('text');
  bytes.fill(9);
  await Promise.resolve();
  expect(arrived).toEqual([Uint8Array.of(2, 3).buffer, 'text']);
});

test('a held line buffers; after release everything arrives in order and bufferedamountlow fires once', async () => {
  const { one, arrived, events } = pair();
  one.bufferedAmountLowThreshold = 2;
  one.hold();
  one.send(Uint8Array.of(1, 2));
  one.send('ab');
  await Promise.resolve();
  expect([arrived, one.bufferedAmount, events]).toEqual([[], 4, []]);
  one.release();
  one.send('c');
  await Promise.resolve();
  expect(arrived).toEqual([Uint8Array.of(1, 2).buffer, 'ab', 'c']);
  expect([one.bufferedAmount, events]).toEqual([0, ['bufferedamountlow']]);
});

test('a channel that breaks fires error before close', () => {
  const { one, events } = pair();
  one.break();
  expect([events, one.readyState]).toEqual([['error', 'close'], 'closed']);
});
