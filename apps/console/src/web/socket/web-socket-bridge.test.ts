/** @module WebSockets between a port and the server of the `ws` package, and frames given byte by byte. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { ManualClock } from '@longwire/testing';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import { ByteReader } from '../http/byte-reader.ts';
import { bytesOf, givenStream, tcpStream } from '../http/tcp-stream.fixture.ts';
import { WebError } from '../http/web-error.ts';
import { encodeFrame, readFrame } from './frames.ts';
import { readSocket } from './messages.ts';
import { WebSocketBridge } from './web-socket-bridge.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

interface Rig {
  readonly page: MessagePort;
  readonly heard: unknown[];
  readonly bridge: WebSocketBridge;
}

async function open(serve: (socket: ServerSocket) => void, protocols: string[] = []): Promise<Rig> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/ws' });
  await once(server, 'listening');
  stops.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  server.on('connection', serve);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return bridged(async () => await tcpStream(port), protocols);
}

function bridged(openStream: () => ReturnType<typeof tcpStream>, protocols: string[] = []): Rig {
  const { port1, port2 } = new MessageChannel();
  const heard: unknown[] = [];
  port1.onmessage = ({ data }) => heard.push(data);
  stops.push(() => port1.close());
  const bridge = new WebSocketBridge({
    port: port2,
    handshake: { target: '/ws', fields: [['Host', 'device']], protocols },
    openStream,
    clock: new ManualClock(),
    crypto,
    spend: () => true,
    onClosed: () => undefined,
  });
  stops.push(() => bridge.close());
  return { page: port1, heard, bridge };
}

const failed = { type: 'close', code: 1006, reason: '', wasClean: false };

describe('a WebSocket bridge', () => {
  test('carries text, bytes and blobs both ways, and acknowledges what was sent', async () => {
    const { page, heard } = await open(
      (socket) => {
        socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
      },
      ['chat'],
    );
    await expect.poll(() => heard).toEqual([{ type: 'open', protocol: 'chat' }]);
    page.postMessage({ type: 'message', data: 'grüezi' });
    page.postMessage({ type: 'message', data: new Uint8Array(70_000).fill(7).buffer });
    await expect.poll(() => heard.length).toBe(5);
    expect(heard).toContainEqual({ type: 'message', data: 'grüezi' });
    expect(heard).toContainEqual({ type: 'message', data: new Uint8Array(70_000).fill(7).buffer });
    expect(heard).toContainEqual({ type: 'sent', bytes: 70_000 });
  });

  test.each([
    ['the server', (socket: ServerSocket) => socket.close(4000, 'enough'), [4000, 'enough', true]],
    ['the server without a code', (socket: ServerSocket) => socket.close(), [1005, '', true]],
    ['a broken connection', (socket: ServerSocket) => socket.terminate(), [1006, '', false]],
  ])('reports the end by %s', async (_who, end, [code, reason, wasClean]) => {
    const { heard } = await open(end);
    await expect.poll(() => heard.at(-1)).toEqual({ type: 'close', code, reason, wasClean });
  });

  test('is closed in order by the page', async () => {
    const closes: unknown[] = [];
    const { page, heard } = await open((socket) => {
      socket.on('close', (code, reason) => closes.push([code, reason.toString()]));
    });
    await expect.poll(() => heard.length).toBe(1);
    page.postMessage({ type: 'close', code: 4321, reason: 'done' });
    await expect
      .poll(() => heard.at(-1))
      .toEqual({ type: 'close', code: 4321, reason: 'done', wasClean: true });
    await expect.poll(() => closes).toEqual([[4321, 'done']]);
  });

  test('answers pings', async () => {
    const pongs: string[] = [];
    await open((socket) => {
      socket.on('pong', (data) => pongs.push(data.toString()));
      socket.ping('are you there');
    });
    await expect.poll(() => pongs).toEqual(['are you there']);
  });

  test('stops reading while the page does not read', async () => {
    let server: ServerSocket | undefined;
    const { page, heard } = await open((socket) => {
      server = socket;
      for (let n = 0; n < 400; n += 1) socket.send(new Uint8Array(64 * 1024));
    });
    const messages = (): number => heard.length - 1;
    await expect.poll(messages).toBeGreaterThan(15);
    await new Promise((resolve) => setImmediate(resolve));
    expect(messages()).toBeLessThan(40);
    const take = (): void => page.postMessage({ type: 'read', bytes: 64 * 1024 });
    page.addEventListener('message', take);
    for (let n = messages(); n > 0; n -= 1) take();
    await expect.poll(messages).toBe(400);
    expect(server?.bufferedAmount).toBe(0);
  });

  test('counts messages without content too', async () => {
    const { page, heard } = await open((socket) => {
      for (let n = 0; n < 10_000; n += 1) socket.send('');
    });
    const messages = (): number => heard.length - 1;
    await expect.poll(messages).toBeGreaterThan(1000);
    for (let n = 0; n < 100; n += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(messages()).toBeLessThan(1030);
    const take = (): void => page.postMessage({ type: 'read', bytes: 0 });
    page.addEventListener('message', take);
    for (let n = messages(); n > 0; n -= 1) take();
    await expect.poll(messages).toBe(10_000);
  });

  test('RFC 6455 §5.5.3: queues one pong, to the newest ping, for a device that reads nothing', async () => {
    const isTaking = Promise.withResolvers<void>();
    const pongs: string[] = [];
    let device: ReadableStreamDefaultController<Uint8Array> | undefined;
    const readable = new ReadableStream<Uint8Array>({ start: (controller) => void (device = controller) });
    const writable = new WritableStream<Uint8Array>({
      async write(bytes) {
        const key = /Sec-WebSocket-Key: (\S+)/u.exec(new TextDecoder().decode(bytes))?.[1];
        if (key === undefined) {
          await isTaking.promise;
          pongs.push(unmasked(bytes));
          return;
        }
        device?.enqueue(bytesOf(accepting(key)));
        for (let n = 0; n < 1000; n += 1) device?.enqueue(plain(0x89, bytesOf(`${n}`)));
        device?.enqueue(plain(0x81, bytesOf('all')));
      },
    });
    const { heard } = bridged(async () => ({ ...givenStream([]), readable, writable }));
    await expect.poll(() => heard).toContainEqual({ type: 'message', data: 'all' });
    isTaking.resolve();
    await expect.poll(() => pongs.at(-1)).toBe('999');
    expect(pongs.length).toBeLessThan(3);
  });

  test.each([
    ['an HTTP error', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
    [
      'a wrong accept key',
      'HTTP/1.1 101 Ok\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
    ],
    ['the end of the stream', ''],
  ])('fails on %s instead of a handshake', async (_what, text) => {
    const { heard } = bridged(async () => givenStream([bytesOf(text)]));
    await expect.poll(() => heard).toEqual([failed]);
  });
});

const readerOf = (...pieces: Uint8Array[]): ByteReader => new ByteReader(givenStream(pieces).readable);
const plain = (first: number, payload: Uint8Array): Uint8Array =>
  Uint8Array.of(first, payload.length, ...payload);

/** The Sec-WebSocket-Accept value for a key (RFC 6455 section 4.2.2). */
function accepting(key: string): string {
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  const fields = `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}`;
  return `HTTP/1.1 101 Switching Protocols\r\n${fields}\r\n\r\n`;
}

/** The payload of a short client frame. */
const unmasked = (frame: Uint8Array): string =>
  String.fromCharCode(...frame.subarray(6).map((byte, at) => byte ^ (frame[2 + (at & 3)] ?? 0)));

test('RFC 6455 §5.7: a masked "Hello"', () => {
  const frame = encodeFrame(1, bytesOf('Hello'), Uint8Array.of(0x37, 0xfa, 0x21, 0x3d));
  expect([...frame]).toEqual([0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
});

test.each([
  ['a masked frame', Uint8Array.of(0x81, 0x85)],
  ['a reserved bit', Uint8Array.of(0xc1, 0)],
  ['an unknown opcode', Uint8Array.of(0x83, 0)],
  ['a long ping', Uint8Array.of(0x89, 126, 0, 200)],
  ['a fragmented ping', Uint8Array.of(0x09, 0)],
  ['a continuation without a beginning', Uint8Array.of(0x80, 0)],
  ['a text message inside another', Uint8Array.of(0x01, 0, 0x81, 0)],
  ['text that is not UTF-8', plain(0x81, Uint8Array.of(0xff))],
  ['a truncated close code', plain(0x88, Uint8Array.of(3))],
  ['a frame beyond the size limit', Uint8Array.of(0x82, 127, 0, 0, 1, 0, 0, 0, 0, 0)],
])('the WebSocket rejects %s', async (_what, bytes) => {
  const reading = (async () => {
    for await (const _event of readSocket(readerOf(bytes)));
  })();
  await expect(reading).rejects.toMatchObject({ kind: 'malformed' });
});

test('a WebSocket message is joined from any fragments and chunks, with a ping in between', async () => {
  const bytes = [plain(0x01, bytesOf('Hel')), plain(0x89, bytesOf('!')), plain(0x80, bytesOf('lo'))];
  const whole = Uint8Array.from(bytes.flatMap((each) => [...each]));
  for (const size of [1, 2, 100]) {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
      whole.subarray(at * size, (at + 1) * size),
    );
    const events: unknown[] = [];
    const reading = (async () => {
      for await (const event of readSocket(readerOf(...pieces))) events.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ kind: 'cutOff' });
    expect(events).toEqual([
      { kind: 'ping', payload: bytesOf('!') },
      { kind: 'message', data: 'Hello' },
    ]);
  }
});

test('any input is read as WebSocket frames or rejected', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 30 }), { maxLength: 6 }), async (pieces) => {
      const ending = await readFrame(readerOf(...pieces)).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(ending === undefined || ending instanceof WebError).toBe(true);
    }),
  );
});
