/** @module A stream of a deployed device: closing is the end of both directions, and a slow reader has a bound. */
import { concatBytes, STREAM_CHUNK_BYTES, utf8Encode } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { MAX_UNREAD_BYTES } from './plain-stream.ts';
import { MAX_BUFFERED_BYTES } from './stream-socket.ts';
import { openRig, settled, standing, type StreamRig } from './stream-rig.fixture.ts';

const abc = utf8Encode('abc');

async function readAll({ stream }: StreamRig): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stream.readable.values()) parts.push(part);
  return concatBytes(parts);
}

test('bytes there and back, with nothing around them', async () => {
  const rig = await openRig(false);
  await rig.stream.writable.getWriter().write(abc);
  rig.device.channel.send(utf8Encode('xyz'));
  const { value } = await rig.stream.readable.getReader().read();
  expect([value, rig.device.messages]).toEqual([utf8Encode('xyz'), [abc]]);
});

describe('the end', () => {
  test('the device closes: what has arrived is read, then the stream is over in order', async () => {
    const rig = await openRig(false);
    rig.device.channel.send(abc);
    rig.device.channel.send(abc);
    await settled();
    rig.device.channel.close();
    expect(await standing(rig.stream.closed)).toBe('fulfilled');
    expect(await readAll(rig)).toEqual(concatBytes([abc, abc]));
    expect(await standing(rig.stream.writable.getWriter().write(abc))).toBe('ERR_CHANNEL_CLOSED');
    expect(rig.channel.listenerCount).toBe(0);
  });

  test('writing ends: the channel closes, but not before everything has left', async () => {
    const rig = await openRig(false);
    rig.channel.hold();
    const writer = rig.stream.writable.getWriter();
    await writer.write(abc);
    const closing = writer.close();
    expect([await standing(closing), rig.channel.readyState]).toEqual(['pending', 'open']);
    rig.channel.release();
    expect([await standing(closing), rig.channel.readyState]).toEqual(['fulfilled', 'closed']);
    expect([rig.device.messages, await standing(rig.stream.closed)]).toEqual([[abc], 'fulfilled']);
    expect(await readAll(rig)).toEqual(new Uint8Array());
  });

  test.each<[string, (rig: StreamRig) => Promise<void>]>([
    ['reading', ({ stream }) => stream.readable.cancel('enough')],
    ['writing', ({ stream }) => stream.writable.abort('enough')],
  ])('%s is given up: the channel closes at once', async (_name, giveUp) => {
    const rig = await openRig(false);
    await giveUp(rig);
    expect([rig.channel.readyState, await standing(rig.stream.closed)]).toEqual(['closed', 'ERR_ABORTED']);
  });

  test.each<[string, string, (rig: StreamRig) => void]>([
    ['the channel broke', 'ERR_CHANNEL_CLOSED', ({ channel }) => channel.break()],
    [
      'the connection closed',
      'ERR_CONNECTION_CLOSED',
      ({ streams }) => streams.close(Object.assign(new Error('closed'), { code: 'ERR_CONNECTION_CLOSED' })),
    ],
    ['text', 'ERR_STREAM_PROTOCOL', ({ device }) => device.channel.send('text')],
  ])('%s: everything that waits fails with %s', async (_name, code, end) => {
    const rig = await openRig(false);
    rig.channel.hold();
    const reading = rig.stream.readable.getReader().read();
    const writer = rig.stream.writable.getWriter();
    const writing = writer.write(new Uint8Array(4_194_304));
    const closing = writer.close();
    await settled();
    end(rig);
    const ends = [reading, writing, closing, rig.stream.closed].map((promise) => standing(promise));
    expect(await Promise.all(ends)).toEqual([code, code, code, code]);
    expect([rig.channel.readyState, rig.channel.listenerCount]).toEqual(['closed', 0]);
  });
});

describe('flow', () => {
  test('a reader that is as far behind as allowed gets everything; one byte more is an error', async () => {
    const rig = await openRig(false);
    const block = new Uint8Array(262_144);
    for (let sent = 0; sent < MAX_UNREAD_BYTES; sent += block.length) rig.device.channel.send(block);
    expect(await standing(rig.stream.closed)).toBe('pending');
    rig.device.channel.send(Uint8Array.of(1));
    expect([await standing(rig.stream.closed), rig.channel.readyState]).toEqual([
      'ERR_STREAM_OVERFLOW',
      'closed',
    ]);
    expect(await standing(rig.stream.readable.getReader().read())).toBe('ERR_STREAM_OVERFLOW');
  });

  test('a reader that keeps up may get more than that in all', async () => {
    const rig = await openRig(false);
    const block = new Uint8Array(262_144);
    const reader = rig.stream.readable.getReader();
    for (let sent = 0; sent < 2 * MAX_UNREAD_BYTES; sent += block.length) {
      rig.device.channel.send(block);
      await reader.read();
    }
    expect(await standing(rig.stream.closed)).toBe('pending');
  });

  test('on a stalled line the browser buffers a bounded amount', async () => {
    const rig = await openRig(false);
    rig.channel.hold();
    const writing = rig.stream.writable.getWriter().write(new Uint8Array(4_194_304));
    expect(await standing(writing)).toBe('pending');
    expect(rig.channel.bufferedAmount).toBeLessThanOrEqual(MAX_BUFFERED_BYTES + STREAM_CHUNK_BYTES);
    rig.channel.release();
    expect(await standing(writing)).toBe('fulfilled');
  });

  test('what was written may be changed by its owner afterwards', async () => {
    const rig = await openRig(false);
    rig.channel.hold();
    const bytes = Uint8Array.of(1, 2, 3);
    await rig.stream.writable.getWriter().write(bytes);
    bytes.fill(9);
    rig.channel.release();
    await settled();
    expect(rig.device.messages).toEqual([Uint8Array.of(1, 2, 3)]);
  });
});
