/** @module A tunnel against a real TCP server: every way in which either end can end, and who waits for whom. */
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

const nobody: Pick<SessionIdentity, 'tokenId'> = { tokenId: 't' };

/** Serves a stream as a session would, but that its errors are the test's. */
function serve(stream: DeviceStream, host: string, port: number, connectTimeoutMs = 5000): Promise<unknown> {
  const closed = closedOf(stream);
  void tcpTunnel({ host, port, connectTimeoutMs })(stream, {
    port: 1,
    // A tunnel asks for nothing of it.
    session: Object.assign(Object.create(null), nobody),
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

test.each([true, false])('bytes of each end reach the other, framed: %s', async (isFramed) => {
  const { client, socket, stream, closed } = await open(isFramed);
  client.send(Buffer.from('request'));
  const [request]: unknown[] = await once(socket, 'data');
  socket.write('answer');
  await expect.poll(() => String(client.bytes)).toBe('answer');
  expect(String(request)).toBe('request');
  stream.destroy();
  await closed;
});

test('the far end’s half-close is FIN, and the tunnel still carries the other direction', async () => {
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

test('the client’s FIN is the far end’s half-close, and the answer still comes', async () => {
  const { client, socket, closed } = await open();
  client.send(Buffer.from('question'));
  client.end();
  socket.resume();
  await once(socket, 'end');
  socket.end('answer');
  expect(await closed).toBe(null);
  expect([String(client.bytes), client.kinds]).toEqual(['answer', ['fin']]);
});

test('the far end resets: so does the stream', async () => {
  const { client, socket, closed } = await open();
  socket.resetAndDestroy();
  expect(await closed).toMatchObject({ resetCode: StreamResetCode.unreachable });
  expect(client.told).toEqual([{ kind: 'reset', code: StreamResetCode.unreachable }]);
});

test('the client resets: so does the connection', async () => {
  const { client, socket, closed, server } = await open();
  const error = once(socket, 'error');
  client.frame({ kind: 'reset', code: 2 });
  expect(await error).toEqual([expect.objectContaining({ code: 'ECONNRESET' })]);
  await closed;
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('without framing the client closes: what it sent arrives, and the connection ends', async () => {
  const { client, socket, closed, server } = await open(false);
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  socket.write('nobody reads this');
  client.send(Buffer.alloc(500_000, 1));
  client.end();
  await once(socket, 'end');
  expect(Buffer.concat(received)).toHaveLength(500_000);
  socket.end();
  expect(await closed).toBe(null);
  await expect.poll(() => server.sockets.size).toBe(0);
});

test('without framing the far end closes: what it sent arrives, and the channel closes', async () => {
  const { client, socket, closed } = await open(false);
  socket.end('the end');
  expect(await closed).toBe(null);
  expect([String(client.bytes), client.native.isClosed]).toEqual(['the end', true]);
});

test('a client that stops reading holds the far end back, and nothing is lost when it goes on', async () => {
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
  // What the system and the stream take in between; the sender waits with the rest.
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

test('a far end that stops reading holds the client back: no more is taken than was granted', async () => {
  const { client, stream, socket } = await open();
  let sent = 0;
  const send = (): void => {
    while (client.credit >= 32_768) {
      client.send(new Uint8Array(32_768));
      sent += 32_768;
    }
  };
  socket.pause();
  // Until ten looks in a row find no more credit.
  let idle = 0;
  await expect
    .poll(() => {
      const before = sent;
      send();
      idle = sent === before ? idle + 1 : 0;
      return idle;
    })
    .toBeGreaterThan(10);
  // The system's buffers of a connection, and one window: not what the client would like to send.
  expect(sent).toBeLessThan(16_000_000);
  expect(stream.readableLength).toBeLessThanOrEqual(262_144);
  let received = 0;
  socket.on('data', (chunk) => (received += chunk.length)).resume();
  await expect.poll(() => received).toBe(sent);
  stream.destroy();
});

test('nobody listens at the far end: reset with the code for that', async () => {
  const server = await TcpServer.start();
  const { port } = server;
  await server.stop();
  const { client, stream } = openStream();
  expect(await serve(stream, '127.0.0.1', port)).toMatchObject({ resetCode: StreamResetCode.unreachable });
  expect(client.told).toEqual([{ kind: 'reset', code: StreamResetCode.unreachable }]);
  expect(warnings).toEqual([
    `127.0.0.1:${port} cannot be reached: no connection: connect ECONNREFUSED 127.0.0.1:${port}`,
  ]);
});

test('a name with several addresses: the warning has a reason all the same', async () => {
  const connecting = vi.spyOn(Socket.prototype, 'connect').mockReturnThis();
  const ended = serve(openStream().stream, 'two.test', 80);
  const [socket] = connecting.mock.contexts;
  connecting.mockRestore();
  // As Node tells it when none of them takes the connection.
  if (socket instanceof Socket)
    socket.destroy(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }));
  await ended;
  expect(warnings).toEqual(['two.test:80 cannot be reached: no connection: ECONNREFUSED']);
});

test('a connection that was made and breaks off is no warning', async () => {
  const { client, socket, closed } = await open();
  socket.write('made');
  await expect.poll(() => String(client.bytes)).toBe('made');
  socket.resetAndDestroy();
  expect(await closed).toMatchObject({ message: expect.stringContaining('far end broke off') });
  expect(warnings).toEqual([]);
});

test('a far end that does not answer is given up in time', async () => {
  const { client, stream } = openStream();
  // Nobody is there: TEST-NET-1 (RFC 5737), or no route to it at all.
  expect(await serve(stream, '192.0.2.1', 80, 50)).toMatchObject({ resetCode: StreamResetCode.unreachable });
  expect(client.native.isClosed).toBe(true);
});

test('a client that leaves while the tunnel is being connected leaves nothing behind', async () => {
  const { client, stream } = openStream();
  const closed = serve(stream, '192.0.2.1', 80, 60_000);
  client.frame({ kind: 'reset', code: 2 });
  await closed;
  await expect.poll(openSockets).toBe(0);
});

test('of the ended connections that a far end holds on to, the oldest are left', async () => {
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

test('a far end that never answers keeps no connection of streams that are gone', async () => {
  const opened = vi.spyOn(Socket.prototype, 'connect');
  // Connecting takes for ever.
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
])('an address that is none is refused when it is configured: %s %s', (host, port) => {
  expect(() => tcpTunnel({ host, port })).toThrow(expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }));
});

function openSockets(): number {
  return process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length;
}

test('a far end that goes on sending to a stream that has ended is cut off', async () => {
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
