/** @module However often clients start to talk, few talks are started and few lines logged. */
import { silentLogger } from '@longwire/protocol';
import { expect, test } from 'vitest';
import type { AudioSinkStream } from '../audio-sink.ts';
import { LimitedSink } from './limited-sink.ts';

test('starts at most one talk per second for a client that starts talks in a loop, and logs one warning a minute', () => {
  let [nowMs, started, warned] = [0, 0, 0];
  const sink = new LimitedSink({
    name: 'sink',
    maxTalkers: 2,
    logger: { ...silentLogger, warn: () => (warned += 1) },
    nowMs: () => nowMs,
    start: () => {
      started += 1;
      return { write: () => undefined, end: () => undefined };
    },
  });
  const talk = (): void => {
    const stream = sink.open();
    stream.write({ payload: Uint8Array.of(1), sequenceNumber: 1, timestamp: 1 });
    stream.close();
  };
  for (let count = 0; count < 1000; count += 1) talk();
  expect([started, warned]).toEqual([8, 1]);
  for (; nowMs < 10_000; nowMs += 10) talk();
  expect([started, warned]).toEqual([17, 1]);
});

test('logs a talk that cannot be started, drops its packets, and does not count it as a talker', () => {
  const warned: unknown[] = [];
  let canStart = false;
  const written: number[] = [];
  const sink = new LimitedSink({
    name: 'sink',
    maxTalkers: 1,
    logger: { ...silentLogger, warn: (...line) => warned.push(line) },
    start: () => {
      if (!canStart) throw new Error('no descriptors left');
      return { write: ({ timestamp }) => written.push(timestamp), end: () => undefined };
    },
  });
  const packet = { payload: Uint8Array.of(1), sequenceNumber: 1, timestamp: 1 };
  const failing = sink.open();
  failing.write(packet);
  failing.write(packet);
  canStart = true;
  sink.open().write(packet);
  failing.close();
  expect(warned).toEqual([['sink.failed', { sink: 'sink', reason: 'no descriptors left' }]]);
  expect(written).toEqual([1]);
});

function write(stream: AudioSinkStream, timestamp: number): void {
  stream.write({ payload: Uint8Array.of(1), sequenceNumber: 1, timestamp });
}

test('a client that was refused is heard as soon as another one has stopped, though it sends on the same line', () => {
  const heard: number[] = [];
  const sink = new LimitedSink({
    name: 'sink',
    maxTalkers: 1,
    logger: silentLogger,
    start: () => ({ write: ({ timestamp }) => heard.push(timestamp), end: () => undefined }),
  });
  const [first, second] = [sink.open(), sink.open()];
  write(first, 1);
  write(second, 2);
  first.close();
  write(second, 3);
  write(second, 4);
  expect(heard).toEqual([1, 3, 4]);
});
