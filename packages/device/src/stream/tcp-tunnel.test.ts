/** @module A tunnel to a real TCP server: every way in which either side can end, and flow control. */
import { once } from 'node:events';
import dns from 'node:dns';
import { Socket } from 'node:net';
import { StreamResetCode } from '@longwire/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { DeviceStream } from './device-stream.ts';
import { serveStream } from './service-run.fixture.ts';
import { closedOf, hashOf, openStream, type StreamClient } from './stream-client.fixture.ts';
import { MAX_DISCARDED_BYTES, MAX_LINGERING, tcpTunnel } from './tcp-tunnel.ts';
import { TcpServer } from './tcp-server.fixture.ts';

const servers: TcpServer[] = [];
let warnings: string[] = [];
beforeEach(() => {
  warnings = [];
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

interface Tunnel {
  readonly client: StreamClient;
  readonly stream: DeviceStream;
  readonly socket: Socket;
  readonly server: TcpServer;
  readonly closed: Promise<unknown>;
}

const identity: Pick<SessionIdentity, 'tokenId'> = { tokenId: 't' };

/** Serves a stream the way a session does; the test checks its errors. */
function serve(stream: DeviceStream, host: string, port: number, connectTimeoutMs = 5000): Promise<unknown> {
  const closed = closedOf(stream);
  void tcpTunnel({ host, port, connectTimeoutMs })(stream, {
    port: 1,
    // A tunnel does not use the session.
    session: Object.assign(Object.create(null), identity),
    user: undefined,
    warn: (reason) => void warnings.push(reason),
  });
  return closed;
}

async function open(isFramed = true): Promise<Tunnel> {
  const accepted = Promise.withResolvers<Socket>();
  const server = await TcpServer.start((socket) => accepted.resolve(socket));
  servers.push(server);
  const { client, stream } = openStream({ isFramed });
  const closed = serve(stream, '127.0.0.1', server.port);
  return { client, stream, server, socket: await accepted.promise, closed };
}

test.each([true, false])('transfers bytes in both directions, framed: %s', async (isFramed) => {
  const { client, socket, stream, closed } = await open(isFramed);
  client.send(Buffer.from('request'));
  const [request]: unknown[] = await once(socket, 'data');
  socket.write('answer');
  await expect.poll(() => String(client.bytes)).toBe('answer');
  expect(String(request)).toBe('request');
  stream.destroy();
  await closed;
});

test('the target’s half-close becomes FIN, and the other direction stays open', async () => {
  const { client, socket, closed, server } = await open();
  socket.end('all there is');
  await expect.poll(() => client.kinds).toEqual(['fin']);
  expect(String(client.bytes)).toBe('all there is');
  client.send(Buffer.from('thanks'));
  const [thanks]: unknown[] = await once(socket, 'data');
  client.end();
  expect([String(thanks), await closed]).toEqual(['thanks', null]);
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('the client’s FIN half-closes the connection, and the target’s answer still arrives', async () => {
  const { client, socket, closed } = await open();
  client.send(Buffer.from('question'));
  client.end();
  socket.resume();
  await once(socket, 'end');
  socket.end('answer');
  expect(await closed).toBe(null);
  expect([String(client.bytes), client.kinds]).toEqual(['answer', ['fin']]);
});

test('resets the stream when the target resets the connection', async () => {
  const { client, socket, closed } = await open();
  socket.resetAndDestroy();
  expect(await closed).toMatchObject({ resetCode: StreamResetCode.unreachable });
  expect(client.controlFrames).toEqual([{ kind: 'reset', code: StreamResetCode.unreachable }]);
});

test('resets the connection when the client resets the stream', async () => {
  const { client, socket, closed, server } = await open();
  const error = once(socket, 'error');
  client.frame({ kind: 'reset', code: 2 });
  expect(await error).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  await closed;
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('without framing, delivers the client’s bytes when it closes, then ends the connection', async () => {
  const { client, socket, closed, server } = await open(false);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write('never read');
  client.send(Buffer.alloc(500_000, 1));
  client.end();
  await once(socket, 'end');
  expect(Buffer.concat(received)).toHaveLength(500_000);
  socket.end();
  expect(await closed).toBe(null);
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('without framing, delivers the target’s bytes when it closes, then closes the channel', async () => {
  const { client, socket, closed } = await open(false);
  socket.end('the end');
  expect(await closed).toBe(null);
  expect([String(client.bytes), client.native.isClosed]).toEqual(['the end', true]);
});

test('a client that stops reading slows the target down and loses nothing when it continues', async () => {
  const { client, socket, closed } = await open();
  const all = Buffer.alloc(8_000_000, 'abcdefg');
  const offered = { bytes: 0 };
  const pump = (): void => {
    while (offered.bytes < all.length) {
      const piece = all.subarray(offered.bytes, offered.bytes + 100_000);
      offered.bytes += piece.length;
      if (!socket.write(piece)) break;
    }
    if (offered.bytes >= all.length) socket.end();
  };
  socket.on('drain', pump);
  pump();
  await expect.poll(() => client.bytes.length).toBe(262_144);
  // The system and the stream buffer this much; the sender waits with the rest.
  await expect.poll(() => socket.writableNeedDrain).toBe(true);
  expect(client.bytes.length).toBe(262_144);
  while (client.bytes.length < all.length) {
    const before = client.bytes.length;
    client.frame({ kind: 'credit', bytes: 1_000_000 });
    await expect.poll(() => client.bytes.length).toBeGreaterThan(before);
  }
  expect(hashOf(client.bytes)).toBe(hashOf(all));
  client.end();
  expect(await closed).toBe(null);
});

test('a target that stops reading slows the client down: it gets no more credit', async () => {
  const { client, stream, socket } = await open();
  let sent = 0;
  const send = (): void => {
    while (client.credit >= 32_768) {
      client.send(new Uint8Array(32_768));
      sent += 32_768;
    }
  };
  socket.pause();
  // Until ten checks in a row find no more credit.
  let idle = 0;
  await expect
    .poll(() => {
      const before = sent;
      send();
      idle = sent === before ? idle + 1 : 0;
      return idle;
    })
    .toBeGreaterThan(10);
  // At most the system's socket buffers and one window.
  expect(sent).toBeLessThan(16_000_000);
  expect(stream.readableLength).toBeLessThanOrEqual(262_144);
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length)).resume();
  await expect.poll(() => received).toBe(sent);
  stream.destroy();
});

test('resets the stream with the unreachable code if the target refuses the connection', async () => {
  const server = await TcpServer.start();
  const { port } = server;
  await server.stop();
  const { client, stream } = openStream();
  expect(await serve(stream, '127.0.0.1', port)).toMatchObject({ resetCode: StreamResetCode.unreachable });
  expect(client.controlFrames).toEqual([{ kind: 'reset', code: StreamResetCode.unreachable }]);
  expect(warnings).toEqual([
    `127.0.0.1:${port} cannot be reached: connecting failed: connect ECONNREFUSED 127.0.0.1:${port}`,
  ]);
});

test('warns with a reason for a host name with several addresses too', async () => {
  const connecting = vi.spyOn(Socket.prototype, 'connect').mockReturnThis();
  const ended = serve(openStream().stream, 'two.test', 80);
  const [socket] = connecting.mock.contexts;
  connecting.mockRestore();
  // Node's error when all addresses refuse the connection.
  if (socket instanceof Socket)
    socket.destroy(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }));
  await ended;
  expect(warnings).toEqual(['two.test:80 cannot be reached: connecting failed: ECONNREFUSED']);
});

test('does not warn when an established connection fails', async () => {
  const { client, socket, closed } = await open();
  socket.write('made');
  await expect.poll(() => String(client.bytes)).toBe('made');
  socket.resetAndDestroy();
  expect(await closed).toMatchObject({ message: expect.stringContaining('connection to the target failed') });
  expect(warnings).toEqual([]);
});

test('resets the stream if the target does not answer in time', async () => {
  const { client, stream } = openStream();
  // TEST-NET-1 (RFC 5737) has no hosts, and possibly no route.
  expect(await serve(stream, '192.0.2.1', 80, 50)).toMatchObject({ resetCode: StreamResetCode.unreachable });
  expect(client.native.isClosed).toBe(true);
});

test('leaves no connection behind if the client leaves while the tunnel connects', async () => {
  const { client, stream } = openStream();
  const closed = serve(stream, '192.0.2.1', 80, 60_000);
  client.frame({ kind: 'reset', code: 2 });
  await closed;
  await expect.poll(openSockets).toBe(0);
});

test('destroys the oldest lingering connections beyond MAX_LINGERING', async () => {
  const server = await TcpServer.start((socket) => socket.resume());
  servers.push(server);
  const opened = vi.spyOn(Socket.prototype, 'connect');
  const handler = tcpTunnel({ host: '127.0.0.1', port: server.port });
  for (let count = 0; count < MAX_LINGERING + 20; count += 1) {
    const { client } = serveStream(handler, false);
    client.send(Uint8Array.of(1));
    client.end();
  }
  const sockets = opened.mock.contexts.filter((context) => context instanceof Socket);
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(20);
  opened.mockRestore();
});

test('destroys connections of ended streams that are still connecting', async () => {
  const opened = vi.spyOn(Socket.prototype, 'connect');
  // The connection is never established.
  const lookup = vi.spyOn(dns, 'lookup').mockReturnValue();
  const handler = tcpTunnel({ host: 'silent.test', port: 9 });
  for (let count = 0; count < MAX_LINGERING + 20; count += 1)
    serveStream(handler).client.frame({ kind: 'reset', code: 2 });
  const sockets = opened.mock.contexts.filter((context) => context instanceof Socket);
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed).length).toBe(20);
  expect(sockets.length).toBe(MAX_LINGERING + 20);
  [opened, lookup].forEach((spy) => spy.mockRestore());
  sockets.forEach((socket) => socket.destroy());
});

test.each([
  ['', 80],
  ['127.0.0.1', 0],
  ['127.0.0.1', 65_536],
  ['127.0.0.1', 1.5],
])('rejects an invalid target when it is configured: %j port %s', (host, port) => {
  expect(() => tcpTunnel({ host, port })).toThrow(expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }));
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

test('resets the connection of a target that keeps sending after the stream has ended', async () => {
  const { client, socket, server } = await open(false);
  let sent = 0;
  const broken = once(socket, 'error');
  const block = Buffer.alloc(65_536);
  const send = (): void => {
    while (socket.writable && sent < 8 * MAX_DISCARDED_BYTES && socket.write(block)) sent += block.length;
  };
  socket.on('drain', send);
  send();
  client.end();
  const [error]: unknown[] = await broken;
  expect(error).toMatchObject({ code: expect.stringMatching(/^(?:ECONNRESET|EPIPE)$/u) });
  await expect.poll(() => server.sockets.size).toBe(0);
  expect(sent).toBeGreaterThan(MAX_DISCARDED_BYTES);
  expect(sent).toBeLessThan(3 * MAX_DISCARDED_BYTES);
});
