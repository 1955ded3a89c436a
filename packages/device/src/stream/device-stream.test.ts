/** @module The end of each direction, resets, protocol violations and flow control of a stream. */
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { STREAM_CHUNK_BYTES, StreamResetCode } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import type { DeviceStream } from './device-stream.ts';
import { MAX_CLIENT_BACKLOG_BYTES, MAX_PLAIN_BACKLOG_BYTES, PlainBacklog } from './plain-backlog.ts';
import { openStream } from './stream-client.fixture.ts';
import { StreamError } from './stream-error.ts';
import { STREAM_OUTPUT_BYTES, StreamOutput } from './stream-output.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const WINDOW = 262_144;

/** The error that aborts a stream. */
async function errorOf(stream: DeviceStream): Promise<unknown> {
  const [error]: unknown[] = await once(stream, 'error');
  return error;
}

describe.each([true, false])('a stream with framing %s', (isFramed) => {
  test('transfers bytes in both directions', async () => {
    const { client, stream } = openStream({ isFramed });
    client.send(bytes('ping'));
    const [chunk]: unknown[] = await once(stream, 'data');
    expect(String(chunk)).toBe('ping');
    stream.write('pong');
    expect(String(client.bytes)).toBe('pong');
    stream.destroy();
  });

  test('combines writes that wait behind one message', () => {
    const { client, stream } = openStream({ isFramed });
    stream.cork();
    for (let count = 0; count < 1000; count += 1) stream.write('x'.repeat(10));
    stream.uncork();
    expect(client.bytes).toHaveLength(10_000);
    expect(client.received).toHaveLength(1);
    stream.destroy();
  });

  test('delivers bytes that the client sent before its end, then the end', async () => {
    const { client, stream } = openStream({ isFramed });
    client.send(bytes('last '));
    client.send(bytes('words'));
    client.end();
    expect(String(await buffer(stream))).toBe('last words');
    stream.destroy();
  });

  test('closes the channel, with a reset if framed, when its handler destroys it', async () => {
    const { client, stream } = openStream({ isFramed });
    stream.destroy();
    await once(stream, 'close');
    expect(client.native.isClosed).toBe(true);
    expect(client.controlFrames).toEqual(
      isFramed ? [{ kind: 'reset', code: StreamResetCode.cancelled }] : [],
    );
  });

  test('resets with the internal code for a handler’s error, and with its own code for a StreamError', async () => {
    for (const [error, code] of [
      [new Error('a fault'), StreamResetCode.internal],
      [StreamError.denied(), StreamResetCode.denied],
      [StreamError.unreachable('gone'), StreamResetCode.unreachable],
    ] as const) {
      const { client, stream } = openStream({ isFramed });
      stream.destroy(error);
      expect(await errorOf(stream)).toBe(error);
      expect(client.controlFrames).toEqual(isFramed ? [{ kind: 'reset', code }] : []);
      expect(client.native.isClosed).toBe(true);
    }
  });

  test('is aborted by a text message', async () => {
    const { client, stream } = openStream({ isFramed });
    client.native.receive('text');
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
    expect(client.native.isClosed).toBe(true);
  });

  test('is aborted when the connection is lost', async () => {
    const { client, stream, channels } = openStream({ isFramed });
    client.send(bytes('half'));
    stream.on('data', () => undefined);
    const error = errorOf(stream);
    channels.abandonAll();
    expect(await error).toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });

  test('sends no message larger than the client accepts or than STREAM_CHUNK_BYTES', async () => {
    const data = new Uint8Array(2 * STREAM_CHUNK_BYTES);
    const head = isFramed ? 1 : 0;
    for (const [maxMessageBytes, largest] of [
      [16_384, 16_384],
      [262_144, STREAM_CHUNK_BYTES + head],
    ] as const) {
      const { client, stream } = openStream({ isFramed, maxMessageBytes });
      await new Promise((resolve) => stream.write(data, resolve));
      expect(client.bytes).toHaveLength(data.length);
      expect(Math.max(...client.native.sent.map(({ length }) => length))).toBe(largest);
      stream.destroy();
    }
  });

  test('write waits while bytes are buffered', async () => {
    const { client, stream } = openStream({ isFramed });
    client.native.isHolding = true;
    if (isFramed) client.frame({ kind: 'credit', bytes: 8 * WINDOW });
    let written = 0;
    while (stream.write(new Uint8Array(STREAM_CHUNK_BYTES))) written += STREAM_CHUNK_BYTES;
    const waiting = client.native.bufferedAmount();
    expect(waiting).toBeGreaterThanOrEqual(STREAM_OUTPUT_BYTES);
    expect(waiting).toBeLessThan(STREAM_OUTPUT_BYTES + 2 * STREAM_CHUNK_BYTES);
    expect(written).toBeLessThan(STREAM_OUTPUT_BYTES + 4 * STREAM_CHUNK_BYTES);
    const drained = once(stream, 'drain');
    client.native.drain();
    await drained;
    stream.destroy();
  });
});

describe('stream/1', () => {
  test('after the client’s end, delivers what is written, then FIN, and closes the channel', async () => {
    const { client, stream } = openStream();
    client.end();
    stream.resume();
    await once(stream, 'end');
    stream.end('after the end');
    await once(stream, 'close');
    expect(String(client.bytes)).toBe('after the end');
    expect(client.kinds).toEqual(['fin']);
    expect(client.native.isClosed).toBe(true);
  });

  test('after the device’s end, still delivers what the client sends, and then its end', async () => {
    const { client, stream } = openStream();
    stream.end('done');
    await once(stream, 'finish');
    expect([String(client.bytes), client.kinds]).toEqual(['done', ['fin']]);
    expect(client.native.isClosed).toBe(false);
    client.send(bytes('still here'));
    client.end();
    expect(String(await buffer(stream))).toBe('still here');
    expect(client.native.isClosed).toBe(true);
    expect(client.kinds).toEqual(['fin']);
  });

  test('loses no unread bytes when the client closes its channel after both ends', async () => {
    const { client, stream } = openStream();
    client.send(new Uint8Array(200_000).fill(7));
    client.end();
    stream.end();
    await once(stream, 'finish');
    client.native.closeRemotely();
    expect(await buffer(stream)).toHaveLength(200_000);
  });

  test('is aborted with the client’s reset code', async () => {
    const { client, stream } = openStream();
    client.frame({ kind: 'reset', code: 77 });
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_RESET', resetCode: 77 });
    expect([client.controlFrames, client.native.isClosed]).toEqual([[], true]);
  });

  test('fails if the channel closes without FIN or RESET', async () => {
    const { client, stream } = openStream();
    client.native.closeRemotely();
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });

  test.each([
    ['an empty message', Uint8Array.of()],
    ['an unknown type', Uint8Array.of(4)],
    ['a FIN with more in it', Uint8Array.of(1, 0)],
    ['a RESET without its code', Uint8Array.of(2)],
    ['a CREDIT that is cut off', Uint8Array.of(3, 0, 0, 1)],
    ['a CREDIT with more in it', Uint8Array.of(3, 0, 0, 0, 1, 0)],
    ['a CREDIT whose sum is no uint32', Uint8Array.of(3, 255, 255, 255, 255)],
  ])('is reset with the protocol code for %s', async (_what, message) => {
    const { client, stream } = openStream();
    client.native.receive(message);
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
    expect(client.controlFrames).toEqual([{ kind: 'reset', code: StreamResetCode.protocol }]);
  });

  test.each(['data', 'fin'] as const)('is reset with the protocol code for %s after FIN', async (kind) => {
    const { client, stream } = openStream();
    client.end();
    client.frame(kind === 'fin' ? { kind } : { kind, data: bytes('x') });
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
  });

  test('accepts CREDIT and RESET after FIN', async () => {
    const { client, stream } = openStream();
    client.end();
    client.frame({ kind: 'credit', bytes: WINDOW });
    client.frame({ kind: 'reset', code: 5 });
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_RESET', resetCode: 5 });
  });

  test('accepts exactly the granted bytes and is reset for one more', async () => {
    const { client, stream } = openStream();
    for (let count = 0; count < 4; count += 1) client.send(new Uint8Array(WINDOW / 4));
    expect([client.controlFrames, client.credit]).toEqual([[], 0]);
    client.send(Uint8Array.of(1));
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
    expect(client.controlFrames).toEqual([{ kind: 'reset', code: StreamResetCode.protocol }]);
  });

  test('slows the client down while the reader pauses, and grants more when it reads', async () => {
    const { client, stream } = openStream();
    for (let count = 0; count < 2; count += 1) client.send(new Uint8Array(WINDOW / 2));
    expect([client.credit, client.kinds]).toEqual([0, []]);
    let read = 0;
    stream.on('data', (chunk: Uint8Array) => (read += chunk.length));
    await once(stream, 'data');
    await expect.poll(() => read).toBe(WINDOW);
    expect(client.credit).toBe(WINDOW);
    stream.destroy();
  });

  test('sends no more than the client has granted', async () => {
    const { client, stream } = openStream();
    const written = new Promise((resolve) => stream.write(new Uint8Array(WINDOW + 1000), resolve));
    expect(client.bytes).toHaveLength(WINDOW);
    client.frame({ kind: 'credit', bytes: 999 });
    expect(client.bytes).toHaveLength(WINDOW + 999);
    client.frame({ kind: 'credit', bytes: 1 });
    await written;
    expect(client.bytes).toHaveLength(WINDOW + 1000);
    stream.destroy();
  });

  test('completes a pending write when the client resets', async () => {
    const { client, stream } = openStream();
    const failed = new Promise((resolve) => stream.write(new Uint8Array(2 * WINDOW), resolve));
    stream.on('error', () => undefined);
    client.frame({ kind: 'reset', code: 2 });
    expect(await failed).toMatchObject({ code: 'ERR_STREAM_RESET' });
  });
});

describe('a plain stream, as deployed peers use it', () => {
  test('delivers what was written before the device’s end, then closes the channel and both directions', async () => {
    const { client, stream } = openStream({ isFramed: false });
    client.send(bytes('before'));
    stream.end('the end');
    expect(String(await buffer(stream))).toBe('before');
    expect([String(client.bytes), client.native.isClosed]).toEqual(['the end', true]);
    expect(stream.destroyed).toBe(true);
  });

  test('delivers received bytes and discards a pending write when the client closes', async () => {
    const { client, stream } = openStream({ isFramed: false });
    client.native.isHolding = true;
    client.send(bytes('before'));
    while (stream.write(new Uint8Array(STREAM_CHUNK_BYTES)));
    client.end();
    const read: string[] = [];
    stream.on('data', (chunk) => read.push(String(chunk)));
    await once(stream, 'close');
    expect([read, stream.errored]).toEqual([['before'], null]);
  });

  test('emits the end even if the handler never reads', async () => {
    const { client, stream } = openStream({ isFramed: false });
    client.end();
    stream.write('x');
    await once(stream, 'close');
    expect(stream.errored).toBe(null);
  });

  test('is destroyed if received bytes stay unread for the grace period', async () => {
    const { client, stream } = openStream({ isFramed: false, closedGraceMs: 10 });
    client.send(bytes('unread'));
    client.end();
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });

  test('is aborted with one unread byte more than MAX_PLAIN_BACKLOG_BYTES', async () => {
    const { client, stream } = openStream({ isFramed: false });
    stream.read(0);
    const inReader = stream.readableHighWaterMark;
    for (let sent = 0; sent < MAX_PLAIN_BACKLOG_BYTES + inReader; sent += inReader)
      client.send(new Uint8Array(inReader));
    expect(stream.destroyed).toBe(false);
    client.send(Uint8Array.of(1));
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_OVERFLOW' });
    expect(client.native.isClosed).toBe(true);
  });

  test('delivers a burst of 8 MiB that arrives before its reader runs', async () => {
    const { client, stream } = openStream({ isFramed: false });
    const received = buffer(stream);
    const message = new Uint8Array(STREAM_CHUNK_BYTES).fill(7);
    for (let sent = 0; sent < 128; sent += 1) client.send(message);
    client.end();
    expect((await received).equals(Buffer.alloc(128 * STREAM_CHUNK_BYTES, 7))).toBe(true);
  });

  test('shares a backlog limit with the client’s other streams and releases its share when it ends', async () => {
    const backlog = new PlainBacklog();
    const open = () => openStream({ isFramed: false, backlog });
    const full = Array.from({ length: MAX_CLIENT_BACKLOG_BYTES / MAX_PLAIN_BACKLOG_BYTES }, open);
    for (const { client } of full) client.send(new Uint8Array(MAX_PLAIN_BACKLOG_BYTES));
    const refused = open();
    refused.client.send(Uint8Array.of(1));
    expect(await errorOf(refused.stream)).toMatchObject({ code: 'ERR_STREAM_OVERFLOW' });
    full[0]?.stream.destroy();
    const next = open();
    next.client.send(Uint8Array.of(1));
    expect(next.stream.destroyed).toBe(false);
    for (const { stream } of [...full, next]) stream.destroy();
  });
});

test('streams with data to send take turns, and at most STREAM_OUTPUT_BYTES are buffered', () => {
  const output = new StreamOutput();
  const first = openStream({ output });
  first.client.native.isHolding = true;
  first.client.frame({ kind: 'credit', bytes: 8 * WINDOW });
  while (first.stream.write(new Uint8Array(STREAM_CHUNK_BYTES)));
  const all = Array.from({ length: 100 }, () => openStream({ output }));
  const order: number[] = [];
  for (const [index, { client, stream }] of all.entries()) {
    client.native.isHolding = true;
    client.native.onSent = () => order.push(index);
    stream.write(new Uint8Array(STREAM_CHUNK_BYTES * 2));
  }
  expect(order).toEqual([]);
  first.stream.destroy();
  const waiting = (): number => all.reduce((sum, { client }) => sum + client.native.bufferedAmount(), 0);
  while (waiting() > 0) {
    expect(waiting()).toBeLessThan(STREAM_OUTPUT_BYTES + STREAM_CHUNK_BYTES + 1);
    for (const { client } of all) client.native.drain();
  }
  const inTurn = all.map((_pair, index) => index);
  expect(order).toEqual([...inTurn, ...inTurn]);
  for (const { stream } of all) stream.destroy();
});

test('a destroyed stream gives its turn to the others', () => {
  const output = new StreamOutput();
  const [one, two] = [openStream({ output }), openStream({ output })];
  one.client.native.isHolding = true;
  one.client.frame({ kind: 'credit', bytes: 8 * WINDOW });
  while (one.stream.write(new Uint8Array(STREAM_CHUNK_BYTES)));
  two.stream.write('waits');
  expect(two.client.bytes).toHaveLength(0);
  one.stream.destroy();
  expect(String(two.client.bytes)).toBe('waits');
  two.stream.destroy();
});
