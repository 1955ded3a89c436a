/** @module Back-pressure of a WebSocket on an HTTP/2 stream, in both directions. */
import { once } from 'node:events';
import { connect, createServer, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../scripts/listening.ts';
import { StreamSocket } from './stream-socket.ts';

const MIB = Buffer.alloc(1 << 20, 7);
/** Bytes that a stream may send unread, plus what a socket buffers before it stops reading. */
const UNREAD_BYTES = 3 * 65_535;

interface Rig {
  readonly session: ClientHttp2Session;
  readonly stream: ClientHttp2Stream;
  readonly socket: StreamSocket;
}

async function open(): Promise<Rig> {
  const opened = Promise.withResolvers<StreamSocket>();
  const server = createServer().on('stream', (stream) => {
    const socket = new StreamSocket(stream);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n');
    opened.resolve(socket);
  });
  server.on('session', (session) => session.setLocalWindowSize(4 * MIB.length));
  const session = connect(`http://127.0.0.1:${await listen(server)}`);
  onTestFinished(() => {
    session.destroy();
    server.close();
  });
  const stream = session.request({ ':method': 'POST', ':path': '/' }, { endStream: false });
  await once(stream, 'response');
  return { session, stream, socket: await opened.promise };
}

/** Resolves when everything sent before has arrived and been handled. */
async function settled(session: ClientHttp2Session): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const { promise, resolve } = Promise.withResolvers<void>();
    session.ping(() => resolve());
    await promise;
  }
}

test('data that the service does not read stays with the sender and arrives completely later', async () => {
  const { session, stream, socket } = await open();
  stream.end(MIB);
  await expect.poll(() => socket.readableLength).toBeGreaterThan(0);
  await settled(session);
  expect(socket.readableLength).toBeLessThan(UNREAD_BYTES);
  expect((await buffer(socket)).equals(MIB)).toBe(true);
});

test.each([1, 2])('writes wait while the peer does not read: %s pieces', async (pieces) => {
  const { session, stream, socket } = await open();
  socket.cork();
  for (let piece = 0; piece < pieces; piece += 1) socket.write(MIB);
  socket.uncork();
  await settled(session);
  expect(socket.writableLength).toBe(pieces * MIB.length);
  socket.end();
  expect((await buffer(stream)).length).toBe(pieces * MIB.length);
});

test.each([
  ['cut', 8, (socket: StreamSocket): void => void socket.destroy()],
  ['ended', 0, (socket: StreamSocket): void => void socket.end(() => socket.destroy())],
])('a socket that is %s closes its stream with code %s', async (_how, code, end) => {
  const { stream, socket } = await open();
  stream.on('error', () => undefined);
  stream.resume();
  end(socket);
  await once(stream, 'close');
  expect(stream.rstCode).toBe(code);
});
