/** @module First in, first out, for pieces of any size. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_BYTES, ByteQueue } from './byte-queue.ts';
import { concatBytes } from './concat-bytes.ts';

function drain(queue: ByteQueue): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) pieces.push(piece);
  return pieces;
}

test('ByteQueue returns bytes in order, none lost, none twice', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 50 }),
    fc.uint8Array({ minLength: 1000, maxLength: 3000 }),
  );
  const step = fc.record({ piece, isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const queue = new ByteQueue();
      const out: Uint8Array[] = [];
      for (const { piece: bytes, isRead } of steps) {
        queue.push(bytes.slice());
        const read = isRead ? queue.shift() : undefined;
        if (read !== undefined) out.push(read);
      }
      const rest = drain(queue);
      expect(concatBytes([...out, ...rest])).toEqual(concatBytes(steps.map((each) => each.piece)));
      expect([queue.length, [...out, ...rest].every(({ length }) => length > 0)]).toEqual([0, true]);
    }),
    { numRuns: 50 },
  );
});

test('ByteQueue takes little more memory than the bytes in it, however small and large pieces alternate', () => {
  const sizes = fc.array(fc.constantFrom(1, 2, 1023, 1024, 1025, 9000), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(sizes, (pattern) => {
      const queue = new ByteQueue();
      for (let round = 0; round < 50; round += 1)
        for (const size of pattern) queue.push(new Uint8Array(size));
      const { length } = queue;
      const buffers = new Set(drain(queue).map(({ buffer }) => buffer));
      const occupied = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
      expect(occupied).toBeLessThan((length * 8) / 7 + BLOCK_BYTES);
    }),
    { examples: [[[1, 1, 1025]]] },
  );
});

test('ByteQueue merges single bytes into few blocks', () => {
  const queue = new ByteQueue();
  for (let count = 0; count < 10 * BLOCK_BYTES; count += 1) queue.push(Uint8Array.of(count));
  expect(queue.length).toBe(10 * BLOCK_BYTES);
  expect(drain(queue).length).toBe(11);
});

test('ByteQueue does not overwrite bytes that were read', () => {
  const queue = new ByteQueue();
  queue.push(Uint8Array.of(1));
  queue.push(Uint8Array.of(2));
  const [first, second] = [queue.shift(), queue.shift()];
  queue.push(Uint8Array.of(3));
  queue.push(Uint8Array.of(4));
  expect([first, second]).toEqual([Uint8Array.of(1), Uint8Array.of(2)]);
});
