/** @module The fake channel behaves as browsers' do where streams depend on it. */
import { expect, test } from 'vitest';
import { FakeDataChannel } from './fake-data-channel.ts';

function pair(): { one: FakeDataChannel; other: FakeDataChannel; arrived: unknown[]; told: string[] } {
  const [one, other] = [new FakeDataChannel('x'), new FakeDataChannel('x')];
  const arrived: unknown[] = [];
  const told: string[] = [];
  other.addEventListener('message', (event) => arrived.push(Reflect.get(event, 'data')));
  for (const type of ['bufferedamountlow', 'error', 'close']) {
    one.addEventListener(type, () => told.push(type));
  }
  FakeDataChannel.pair(one, other);
  return { one, other, arrived, told };
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

test('a line that stands still buffers; once it moves everything arrives in order and the event comes once', async () => {
  const { one, arrived, told } = pair();
  one.bufferedAmountLowThreshold = 2;
  one.hold();
  one.send(Uint8Array.of(1, 2));
  one.send('ab');
  await Promise.resolve();
  expect([arrived, one.bufferedAmount, told]).toEqual([[], 4, []]);
  one.release();
  one.send('c');
  await Promise.resolve();
  expect(arrived).toEqual([Uint8Array.of(1, 2).buffer, 'ab', 'c']);
  expect([one.bufferedAmount, told]).toEqual([0, ['bufferedamountlow']]);
});

test('a channel that breaks says so before it closes', () => {
  const { one, told } = pair();
  one.break();
  expect([told, one.readyState]).toEqual([['error', 'close'], 'closed']);
});
