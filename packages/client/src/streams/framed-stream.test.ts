/** @module A stream of `stream/1`: both directions by themselves, credit, resets, and everything the other side may do wrong. */
import { concatBytes, STREAM_CHUNK_BYTES, utf8Encode, type StreamFrame } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { RECEIVE_WINDOW_BYTES } from './framed-stream.ts';
import { StreamResetError } from './stream-reset-error.ts';
import { MAX_BUFFERED_BYTES } from './stream-socket.ts';
import { openRig, settled, standing, type StreamRig } from './stream-rig.fixture.ts';

const abc = utf8Encode('abc');
const data = (bytes: Uint8Array): StreamFrame => ({ kind: 'data', data: bytes });
const mebibyte = new Uint8Array(1_048_576).map((_, index) => index * 31);

/** What the device got besides the credit that it is given at the start. */
const sentTo = ({ device }: StreamRig): StreamFrame[] => device.frames.slice(1);

async function read(rig: StreamRig, bytes: number): Promise<Uint8Array> {
  const reader = rig.stream.readable.getReader();
  let got = new Uint8Array();
  while (got.length < bytes) {
    const { done, value } = await reader.read();
    if (done) break;
    got = concatBytes([got, value]);
  }
  reader.releaseLock();
  return got;
}

/** The device sends as much as it has credit for, in messages of 64 KiB. */
function sendAll(rig: StreamRig, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += STREAM_CHUNK_BYTES)
    rig.device.send(data(bytes.subarray(at, at + STREAM_CHUNK_BYTES)));
}

describe('a framed stream', () => {
  test('grants its larger window first', async () => {
    const rig = await openRig(true);
    await settled();
    expect(rig.device.frames).toEqual([{ kind: 'credit', bytes: RECEIVE_WINDOW_BYTES - 262_144 }]);
  });

  test('carries bytes in both directions', async () => {
    const rig = await openRig(true);
    const writer = rig.stream.writable.getWriter();
    await writer.write(abc);
    rig.device.send(data(utf8Encode('xyz')));
    expect(await read(rig, 3)).toEqual(utf8Encode('xyz'));
    expect(sentTo(rig)).toEqual([data(abc)]);
    expect(rig.stream.port).toBe(22);
  });

  test('continues to receive after this side ended', async () => {
    const rig = await openRig(true);
    await rig.stream.writable.close();
    rig.device.send(data(abc));
    expect(await read(rig, 3)).toEqual(abc);
    expect([sentTo(rig), rig.channel.readyState]).toEqual([[{ kind: 'fin' }], 'open']);
    expect(await standing(rig.stream.closed)).toBe('pending');
    rig.device.send({ kind: 'fin' });
    expect(await read(rig, 1)).toEqual(new Uint8Array());
    expect([await standing(rig.stream.closed), rig.channel.readyState]).toEqual(['fulfilled', 'closed']);
    expect(rig.channel.listenerCount).toBe(0);
  });

  test('the other side ends, this one goes on; what came before is still read', async () => {
    const rig = await openRig(true);
    rig.device.send(data(abc));
    rig.device.send({ kind: 'fin' });
    await settled();
    const writer = rig.stream.writable.getWriter();
    await writer.write(abc);
    await writer.close();
    expect([sentTo(rig), await standing(rig.stream.closed)]).toEqual([
      [data(abc), { kind: 'fin' }],
      'fulfilled',
    ]);
    expect(await read(rig, 4)).toEqual(abc);
  });

  test('ends and closes its channel only after the last bytes were sent', async () => {
    const rig = await openRig(true);
    rig.device.send({ kind: 'fin' });
    await settled();
    rig.channel.hold();
    const writer = rig.stream.writable.getWriter();
    await writer.write(abc);
    await writer.close();
    expect([await standing(rig.stream.closed), rig.channel.readyState]).toEqual(['pending', 'open']);
    rig.channel.release();
    expect(await standing(rig.stream.closed)).toBe('fulfilled');
    expect([rig.channel.readyState, sentTo(rig).at(-1)]).toEqual(['closed', { kind: 'fin' }]);
  });

  test('ignores an empty DATA frame', async () => {
    const rig = await openRig(true);
    for (const bytes of [new Uint8Array(), abc, new Uint8Array()]) rig.device.send(data(bytes));
    rig.device.send({ kind: 'fin' });
    expect(await read(rig, 4)).toEqual(abc);
  });
});

describe('the credit of a framed stream', () => {
  test('no byte more than granted is sent; the rest follows its credit', async () => {
    const rig = await openRig(true);
    const writing = rig.stream.writable.getWriter().write(mebibyte);
    expect([await standing(writing), rig.device.data.length]).toEqual(['pending', 262_144]);
    rig.device.send({ kind: 'credit', bytes: 1 });
    expect([await standing(writing), rig.device.data.length]).toEqual(['pending', 262_145]);
    rig.device.send({ kind: 'credit', bytes: 1_048_576 });
    expect(await standing(writing)).toBe('fulfilled');
    expect(rig.device.data).toEqual(mebibyte);
    expect(Math.max(...rig.device.messages.map(({ length }) => length))).toBe(STREAM_CHUNK_BYTES + 1);
  });

  test('unread data is not granted again', async () => {
    const rig = await openRig(true);
    sendAll(rig, mebibyte);
    await settled();
    expect(sentTo(rig)).toEqual([]);
    expect(await read(rig, 300_000)).toEqual(mebibyte.subarray(0, STREAM_CHUNK_BYTES * 5));
    expect(sentTo(rig)).toEqual([]);
    await read(rig, 200_000);
    await settled();
    expect(sentTo(rig)).toEqual([{ kind: 'credit', bytes: STREAM_CHUNK_BYTES * 8 }]);
  });

  test('one byte more than granted ends the stream', async () => {
    const rig = await openRig(true);
    sendAll(rig, mebibyte);
    await settled();
    rig.device.send(data(Uint8Array.of(1)));
    expect(await standing(rig.stream.closed)).toBe('ERR_STREAM_PROTOCOL');
    expect([sentTo(rig), rig.channel.readyState]).toEqual([[{ kind: 'reset', code: 1 }], 'closed']);
  });

  test('credit that fits in no uint32 ends the stream', async () => {
    const rig = await openRig(true);
    rig.device.send({ kind: 'credit', bytes: 0xffff_ffff - 262_144 });
    expect(await standing(rig.stream.closed)).toBe('pending');
    rig.device.send({ kind: 'credit', bytes: 1 });
    expect(await standing(rig.stream.closed)).toBe('ERR_STREAM_PROTOCOL');
  });

  test('on a stalled line the browser buffers a bounded amount', async () => {
    const rig = await openRig(true);
    rig.device.send({ kind: 'credit', bytes: 100_000_000 });
    await settled();
    rig.channel.hold();
    const writing = rig.stream.writable.getWriter().write(new Uint8Array(4_194_304));
    expect(await standing(writing)).toBe('pending');
    expect(rig.channel.bufferedAmount).toBeLessThanOrEqual(MAX_BUFFERED_BYTES + STREAM_CHUNK_BYTES);
    rig.channel.release();
    expect([await standing(writing), rig.device.data.length]).toEqual(['fulfilled', 4_194_304]);
  });
});

describe('a framed stream aborted on this side', () => {
  test.each<[string, (rig: StreamRig) => Promise<void>]>([
    ['reading', ({ stream }) => stream.readable.cancel('enough')],
    ['writing', ({ stream }) => stream.writable.abort('enough')],
  ])('%s: a reset with a code reaches the other side, and both directions end', async (_name, giveUp) => {
    const rig = await openRig(true);
    await giveUp(rig);
    await settled();
    expect([sentTo(rig), rig.channel.readyState]).toEqual([[{ kind: 'reset', code: 2 }], 'closed']);
    await expect(rig.stream.closed).rejects.toMatchObject({ code: 'ERR_ABORTED', cause: 'enough' });
  });

  test('with a code of the application', async () => {
    const rig = await openRig(true);
    await rig.stream.writable.abort(new StreamResetError(4711));
    await settled();
    expect(sentTo(rig)).toEqual([{ kind: 'reset', code: 4711 }]);
    await expect(rig.stream.readable.getReader().read()).rejects.toMatchObject({ resetCode: 4711 });
  });

  test('while a write waits for credit', async () => {
    const rig = await openRig(true);
    const writer = rig.stream.writable.getWriter();
    const writing = writer.write(mebibyte);
    await settled();
    await writer.abort('enough');
    expect(await standing(writing)).not.toBe('pending');
    expect(sentTo(rig).at(-1)).toEqual({ kind: 'reset', code: 2 });
  });

  test('reading, after the other side had ended: nothing is lost that anybody wants', async () => {
    const rig = await openRig(true);
    rig.device.send(data(abc));
    rig.device.send({ kind: 'fin' });
    await settled();
    await rig.stream.readable.cancel();
    await rig.stream.writable.getWriter().write(abc);
    await settled();
    expect(sentTo(rig)).toEqual([data(abc)]);
  });

  test('what is no bytes cannot be written, and says so', async () => {
    const rig = await openRig(true);
    const writer = rig.stream.writable.getWriter();
    // @ts-expect-error text has to be encoded
    const writing = writer.write('text');
    expect(await standing(writing)).toBe('ERR_REQUEST_INVALID');
    expect(await standing(rig.stream.closed)).toBe('ERR_REQUEST_INVALID');
    expect(sentTo(rig)).toEqual([{ kind: 'reset', code: 2 }]);
  });
});

describe('a framed stream ended from outside', () => {
  const endings: [string, string, (rig: StreamRig) => void][] = [
    ['a reset', 'ERR_STREAM_RESET', ({ device }) => device.send({ kind: 'reset', code: 3 })],
    ['the channel closed without a FIN', 'ERR_CHANNEL_CLOSED', ({ device }) => device.channel.close()],
    ['the channel broke', 'ERR_CHANNEL_CLOSED', ({ channel }) => channel.break()],
    [
      'the connection closed',
      'ERR_CONNECTION_CLOSED',
      ({ streams }) => streams.close(Object.assign(new Error('closed'), { code: 'ERR_CONNECTION_CLOSED' })),
    ],
    [
      'a frame of no known type',
      'ERR_STREAM_PROTOCOL',
      ({ device }) => device.channel.send(Uint8Array.of(9)),
    ],
    ['an empty message', 'ERR_STREAM_PROTOCOL', ({ device }) => device.channel.send(new Uint8Array())],
    ['text', 'ERR_STREAM_PROTOCOL', ({ device }) => device.channel.send('text')],
  ];

  test.each(endings)('%s: every read and every write that waits fails with %s', async (_name, code, end) => {
    const rig = await openRig(true);
    const reading = rig.stream.readable.getReader().read();
    const writing = rig.stream.writable.getWriter().write(mebibyte);
    await settled();
    end(rig);
    expect([await standing(reading), await standing(writing), await standing(rig.stream.closed)]).toEqual([
      code,
      code,
      code,
    ]);
    expect([rig.channel.readyState, rig.channel.listenerCount, rig.clock.pending]).toEqual(['closed', 0, 0]);
  });

  test.each(endings)('%s: nothing was under way, and later calls fail with %s', async (_name, code, end) => {
    const rig = await openRig(true);
    end(rig);
    await settled();
    expect(await standing(rig.stream.readable.getReader().read())).toBe(code);
    expect(await standing(rig.stream.writable.getWriter().write(abc))).toBe(code);
  });

  test('the code of a reset is in the error', async () => {
    const rig = await openRig(true);
    rig.device.send({ kind: 'reset', code: 5 });
    await expect(rig.stream.closed).rejects.toMatchObject({
      resetCode: 5,
      message: 'stream was reset with code 5 (unreachable)',
    });
  });

  test.each<[string, StreamFrame[]]>([
    ['data after a FIN', [{ kind: 'fin' }, data(abc)]],
    ['a second FIN', [{ kind: 'fin' }, { kind: 'fin' }]],
  ])('%s ends the stream', async (_name, frames) => {
    const rig = await openRig(true);
    for (const frame of frames) rig.device.send(frame);
    expect(await standing(rig.stream.closed)).toBe('ERR_STREAM_PROTOCOL');
  });

  test('what comes after the end changes nothing', async () => {
    const rig = await openRig(true);
    rig.device.send({ kind: 'reset', code: 3 });
    rig.device.send(data(abc));
    rig.device.send({ kind: 'reset', code: 4 });
    await expect(rig.stream.closed).rejects.toMatchObject({ resetCode: 3 });
  });

  test('the connection closes while the last bytes still leave: the stream has not ended in order', async () => {
    const rig = await openRig(true);
    rig.device.send({ kind: 'fin' });
    await settled();
    rig.channel.hold();
    await rig.stream.writable.close();
    expect(rig.channel.readyState).toBe('open');
    rig.streams.close(new Error('closed'));
    expect([rig.channel.readyState, await standing(rig.stream.closed)]).toEqual(['closed', 'Error: closed']);
    expect(rig.channel.listenerCount).toBe(0);
  });
});
