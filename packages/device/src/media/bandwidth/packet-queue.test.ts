/** @module A queue of packets drops whole frames only. */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketQueue, type QueuedPacket } from './packet-queue.ts';

/** Frames of the given numbers of packets of 10 bytes; sending a packet records its frame and its place. */
function frames(counts: readonly number[], log: string[]): QueuedPacket[] {
  return counts.flatMap((count, frame) =>
    Array.from({ length: count }, (_, index) => ({
      bytes: 10,
      endsFrame: index === count - 1,
      isKeyframe: frame === 0,
      send: () => log.push(`${frame}.${index}`) > 0,
    })),
  );
}

test('drops the newest frames and keeps those that fit', () => {
  const log: string[] = [];
  const queue = new PacketQueue();
  queue.push(frames([1, 2, 2], log));
  expect(queue.dropFrames(40)).toBe(true);
  expect([queue.bytes, queue.keyframeBytes]).toEqual([30, 10]);
  while (queue.sendNext() > 0);
  expect(log).toEqual(['0.0', '1.0', '1.1']);
});

test('completes a frame that is partly sent', () => {
  const log: string[] = [];
  const queue = new PacketQueue();
  queue.push(frames([3, 2], log));
  queue.sendNext();
  expect(queue.isMidFrame).toBe(true);
  expect(queue.dropFrames(0)).toBe(true);
  while (queue.sendNext() > 0);
  expect(log).toEqual(['0.0', '0.1', '0.2']);
  expect([queue.bytes, queue.isMidFrame, queue.isEmpty]).toEqual([0, false, true]);
});

test('sends every frame wholly or not at all, whatever is dropped when', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 });
  const actions = fc.array(fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 60 })), { maxLength: 20 });
  fc.assert(
    fc.property(counts, actions, (sizes, steps) => {
      const log: string[] = [];
      const queue = new PacketQueue();
      queue.push(frames(sizes, log));
      for (const step of steps)
        if (step < 0) queue.sendNext();
        else queue.dropFrames(step);
      while (queue.sendNext() > 0);
      expect(queue.bytes).toBe(0);
      for (const [frame, count] of sizes.entries()) {
        const sent = log.filter((each) => each.startsWith(`${frame}.`)).length;
        expect([0, count]).toContain(sent);
      }
    }),
  );
});

test('lets go of what was sent, though others always wait', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const queue = new PacketQueue();
  const packets = Array.from({ length: 1_000 }, (_, index) => {
    const packet = { bytes: 10, endsFrame: true, isKeyframe: false, send: () => true };
    queue.push([packet]);
    if (index >= 10) queue.sendNext();
    return new WeakRef(packet);
  });
  // A reference that was just made is kept until the next turn.
  await setImmediate();
  collectGarbage();
  expect(queue.bytes).toBe(100);
  expect(packets.filter((packet) => packet.deref() !== undefined).length).toBeLessThanOrEqual(20);
});
