/** @module A stream at its edges: each direction's end, resets, what is against the rules, who waits for whom. */
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

/** The error that ends a stream. */
async function errorOf(stream: DeviceStream): Promise<unknown> {
  const [error]: unknown[] = await once(stream, 'error');
  return error;
}

describe.each([true, false])('framed: %s', (isFramed) => {
  test('bytes go both ways', async () => {
    const { client, stream } = openStream({ isFramed });
    client.send(bytes('ping'));
    const [chunk]: unknown[] = await once(stream, 'data');
    expect(String(chunk)).toBe('ping');
    stream.write('pong');
    expect(String(client.bytes)).toBe('pong');
    stream.destroy();
  });

  test('what is written while one message waits goes out together', () => {
    const { client, stream } = openStream({ isFramed });
    stream.cork();
    for (let count = 0; count < 1000; count += 1) stream.write('x'.repeat(10));
    stream.uncork();
    expect(client.bytes).toHaveLength(10_000);
    expect(client.received).toHaveLength(1);
    stream.destroy();
  });

  test('what was sent before the client ended is read, then the end', async () => {
    const { client, stream } = openStream({ isFramed });
    client.send(bytes('last '));
    client.send(bytes('words'));
    client.end();
    expect(String(await buffer(stream))).toBe('last words');
    stream.destroy();
  });

  test('destroyed by its handler', async () => {
    const { client, stream } = openStream({ isFramed });
    stream.destroy();
    await once(stream, 'close');
    expect(client.native.isClosed).toBe(true);
    expect(client.told).toEqual(isFramed ? [{ kind: 'reset', code: StreamResetCode.cancelled }] : []);
  });

  test('an error of its handler is told as such, and an error with a code as that', async () => {
    for (const [error, code] of [
      [new Error('a fault'), StreamResetCode.internal],
      [StreamError.denied(), StreamResetCode.denied],
      [StreamError.unreachable('gone'), StreamResetCode.unreachable],
    ] as const) {
      const { client, stream } = openStream({ isFramed });
      stream.destroy(error);
      expect(await errorOf(stream)).toBe(error);
      expect(client.told).toEqual(isFramed ? [{ kind: 'reset', code }] : []);
      expect(client.native.isClosed).toBe(true);
    }
  });

  test('a text message ends it', async () => {
    const { client, stream } = openStream({ isFramed });
    client.native.receive('text');
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
    expect(client.native.isClosed).toBe(true);
  });

  test('a connection that is lost breaks it off', async () => {
    const { client, stream, channels } = openStream({ isFramed });
    client.send(bytes('half'));
    stream.on('data', () => undefined);
    const error = errorOf(stream);
    channels.abandonAll();
    expect(await error).toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });

  test('no message is larger than the client takes, nor than is fast', async () => {
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

  test('writing waits for what waits on the line', async () => {
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
  test('the client ends first: what is written still arrives, then FIN, and the channel closes', async () => {
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

  test('the device ends first: what the client sends still arrives, and then its end', async () => {
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

  test('the client closes its channel after both ends: nothing that waits for the reader is lost', async () => {
    const { client, stream } = openStream();
    client.send(new Uint8Array(200_000).fill(7));
    client.end();
    stream.end();
    await once(stream, 'finish');
    client.native.closeRemotely();
    expect(await buffer(stream)).toHaveLength(200_000);
  });

  test('the client resets', async () => {
    const { client, stream } = openStream();
    client.frame({ kind: 'reset', code: 77 });
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_RESET', resetCode: 77 });
    expect([client.told, client.native.isClosed]).toEqual([[], true]);
  });

  test('a channel that closes without FIN or RESET is no end but an error', async () => {
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
  ])('%s resets with the code for the rules of the wire', async (_what, message) => {
    const { client, stream } = openStream();
    client.native.receive(message);
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
    expect(client.told).toEqual([{ kind: 'reset', code: StreamResetCode.protocol }]);
  });

  test.each(['data', 'fin'] as const)('%s after FIN is against the rules', async (kind) => {
    const { client, stream } = openStream();
    client.end();
    client.frame(kind === 'fin' ? { kind } : { kind, data: bytes('x') });
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
  });

  test('CREDIT and RESET after FIN are not', async () => {
    const { client, stream } = openStream();
    client.end();
    client.frame({ kind: 'credit', bytes: WINDOW });
    client.frame({ kind: 'reset', code: 5 });
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_RESET', resetCode: 5 });
  });

  test('exactly the credit may be sent, and not one byte more', async () => {
    const { client, stream } = openStream();
    for (let count = 0; count < 4; count += 1) client.send(new Uint8Array(WINDOW / 4));
    expect([client.told, client.credit]).toEqual([[], 0]);
    client.send(Uint8Array.of(1));
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_STREAM_PROTOCOL' });
    expect(client.told).toEqual([{ kind: 'reset', code: StreamResetCode.protocol }]);
  });

  test('a reader that stops gets what was granted and holds the client back; reading grants more', async () => {
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

  test('no more is sent than the client has granted', async () => {
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

  test('who resets while it writes is not waited for', async () => {
    const { client, stream } = openStream();
    const failed = new Promise((resolve) => stream.write(new Uint8Array(2 * WINDOW), resolve));
    stream.on('error', () => undefined);
    client.frame({ kind: 'reset', code: 2 });
    expect(await failed).toMatchObject({ code: 'ERR_STREAM_RESET' });
  });
});

describe('the way of deployed peers', () => {
  test('the device ends: what it wrote arrives, the channel closes, and both directions are over', async () => {
    const { client, stream } = openStream({ isFramed: false });
    client.send(bytes('before'));
    stream.end('the end');
    expect(String(await buffer(stream))).toBe('before');
    expect([String(client.bytes), client.native.isClosed]).toEqual(['the end', true]);
    expect(stream.destroyed).toBe(true);
  });

  test('the client closes while something is being written: what it sent is read, what is written goes nowhere', async () => {
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

  test('a handler that never reads learns of the end all the same', async () => {
    const { client, stream } = openStream({ isFramed: false });
    client.end();
    stream.write('x');
    await once(stream, 'close');
    expect(stream.errored).toBe(null);
  });

  test('what nobody reads is given up after a time', async () => {
    const { client, stream } = openStream({ isFramed: false, closedGraceMs: 10 });
    client.send(bytes('unread'));
    client.end();
    expect(await errorOf(stream)).toMatchObject({ code: 'ERR_CHANNEL_CLOSED' });
  });

  test('a reader may fall so far behind, and not one byte more', async () => {
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

  test('a burst of 8 MiB that arrives before its reader runs is delivered whole', async () => {
    const { client, stream } = openStream({ isFramed: false });
    const received = buffer(stream);
    const message = new Uint8Array(STREAM_CHUNK_BYTES).fill(7);
    for (let sent = 0; sent < 128; sent += 1) client.send(message);
    client.end();
    expect((await received).equals(Buffer.alloc(128 * STREAM_CHUNK_BYTES, 7))).toBe(true);
  });

  test('all streams of a client share a limit, and one that ends releases its share', async () => {
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

test('streams that all have something to send go in turn, and not much of it waits', () => {
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

test('a stream that is destroyed leaves its turn to the others', () => {
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
