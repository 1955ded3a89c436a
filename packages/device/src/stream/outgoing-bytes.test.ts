/** @module The queue of written bytes keeps every byte in order. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutgoingBytes } from './outgoing-bytes.ts';

const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 30 });

test('take returns the written bytes in order behind a head, in messages of the requested size', () => {
  fc.assert(
    fc.property(
      pieces,
      fc.integer({ min: 1, max: 5000 }),
      fc.uint8Array({ maxLength: 2 }),
      (written, limit, head) => {
        const queue = new OutgoingBytes();
        for (const piece of written) queue.add(piece);
        const all = Buffer.concat(written);
        const out: Uint8Array[] = [];
        while (queue.length > 0) {
          const length = Math.min(limit, queue.length);
          const message = queue.take(limit, head);
          expect(message).toHaveLength(head.length + length);
          expect([...message.subarray(0, head.length)]).toEqual([...head]);
          out.push(message.subarray(head.length));
        }
        expect(Buffer.concat(out).equals(all)).toBe(true);
      },
    ),
  );
});
