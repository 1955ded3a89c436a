/** @module The lines of one peer connection share its packets; a client that floods them with RTCP takes no time from others. */
import { silentLogger } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { expect, test } from 'vitest';
import { MediaLines } from './media-lines.ts';
import type { NativeTrack } from './native-peer.ts';

function setUp() {
  const clock = new ManualClock(0);
  const handlers: ((packet: Buffer) => void)[] = [];
  const track: NativeTrack = {
    close: () => undefined,
    isOpen: () => true,
    sendMessageBinary: () => true,
    onOpen: () => undefined,
    onClosed: () => undefined,
    onError: () => undefined,
    onMessage: (handle) => handlers.push(handle),
  };
  const lines = new MediaLines({ native: { addTrack: () => track }, logger: silentLogger, clock });
  const received: number[] = [];
  const description = { kind: 'video', codecs: [], ssrc: 1, cname: 'c', trackId: 't' } as const;
  lines.find({ ...description, mid: 'd0' }).on('packet', ({ length }) => received.push(length));
  const receive = (packet: Buffer): void => handlers.forEach((handle) => handle(packet));
  return { clock, received, receive };
}

/** A compound packet of empty keyframe requests. */
function rtcp(blocks: number): Buffer {
  return Buffer.concat(Array.from({ length: blocks }, () => Buffer.from([0x81, 206, 0, 0])));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

test('of a flood of RTCP at most 64 KiB are read each second after a burst', () => {
  const { clock, received, receive } = setUp();
  const packet = rtcp(360);
  for (let ms = 0; ms < 10_000; ms += 10) {
    for (let count = 0; count < 10; count += 1) receive(packet);
    clock.advance(10);
  }
  expect(sum(received)).toBeLessThanOrEqual((2 + 10) * 64 * 1024);
  expect(sum(received)).toBeGreaterThan(11 * 64 * 1024);
});

test('a flood of small packets counts more than its bytes, and what a browser sends is read', () => {
  const { clock, received, receive } = setUp();
  const small = rtcp(1);
  for (let count = 0; count < 10_000; count += 1) receive(small);
  expect(received.length).toBeLessThanOrEqual(2_048);
  clock.advance(10_000);
  received.length = 0;
  // Sixteen pictures whose lost packets are asked for each 20 ms, for ten seconds.
  for (let ms = 0; ms < 10_000; ms += 20) {
    for (let count = 0; count < 16; count += 1) receive(rtcp(8));
    clock.advance(20);
  }
  expect(received.length).toBe(500 * 16);
});
