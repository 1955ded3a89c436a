/** @module Whatever the other side sends on a stream: it goes on, or it ends with a typed error, and nothing is thrown. */
import { encodeStreamFrame } from '@longwire/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRig, settled, standing } from './stream-rig.fixture.ts';

const uint32 = fc.nat({ max: 0xffff_ffff });
const message = fc.oneof(
  fc.uint8Array({ maxLength: 12 }),
  fc.string(),
  fc.uint8Array({ maxLength: 200 }).map((data) => encodeStreamFrame({ kind: 'data', data })),
  uint32.map((bytes) => encodeStreamFrame({ kind: 'credit', bytes })),
  fc.constant(encodeStreamFrame({ kind: 'fin' })),
);

test.each([
  [true, ['pending', 'ERR_STREAM_PROTOCOL', 'ERR_STREAM_RESET']],
  [false, ['pending', 'ERR_STREAM_PROTOCOL']],
])('framed: %s', async (isFramed, allowed) => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 20 }), fc.boolean(), async (messages, isRead) => {
      const { stream, streams, channel, device } = await openRig(isFramed);
      const reading = isRead ? stream.readable.pipeTo(new WritableStream()) : Promise.resolve();
      const writing = stream.writable.getWriter().write(new Uint8Array(300_000));
      for (const each of messages) channel.receive(typeof each === 'string' ? each : each.slice().buffer);
      await settled();
      expect(allowed).toContain(await standing(stream.closed));
      streams.close(new Error('closed'));
      const ends = [stream.closed, reading, writing].map((promise) => standing(promise));
      expect(await Promise.all(ends)).not.toContain('pending');
      expect([channel.readyState, device.channel.readyState, channel.listenerCount]).toEqual([
        'closed',
        'closed',
        0,
      ]);
    }),
    { numRuns: 60 },
  );
});
