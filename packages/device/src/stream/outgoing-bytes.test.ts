/** @module The queue of written bytes keeps every byte in order. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutgoingBytes } from './outgoing-bytes.ts';

const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 30 });

test('take returns the written bytes in order, in pieces of the requested size', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 5000 }), (written, limit) => {
      const queue = new OutgoingBytes();
      for (const piece of written) queue.add(piece);
      const all = Buffer.concat(written);
      const out: Uint8Array[] = [];
      while (queue.length > 0) {
        const { parts, length } = queue.take(limit);
        const whole = Buffer.concat(parts);
        expect([whole.length, length]).toEqual([length, Math.min(limit, length)]);
        out.push(whole);
      }
      expect(Buffer.concat(out).equals(all)).toBe(true);
    }),
  );
});
