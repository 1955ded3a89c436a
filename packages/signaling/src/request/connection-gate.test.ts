/** @module Silent and slow connections are limited in number and time. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TestService } from '../test-support/test-service.fixture.ts';

const UPGRADE = [
  'GET /signaling/v1 HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  '\r\n',
].join('\r\n');

/** A connection, and everything received until it ended. */
class Raw {
  readonly socket: Socket;
  readonly ended: Promise<string>;
  received = '';

  constructor({ service }: TestService) {
    this.socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    this.socket.on('error', () => undefined);
    this.socket.on('data', (data: Buffer) => (this.received += data.toString('latin1')));
    this.ended = once(this.socket, 'close').then(() => this.received);
    onTestFinished(() => void this.socket.destroy());
  }

  /** Sends one byte every few milliseconds until the peer ends the connection. */
  dribble(text: string, everyMs: number): void {
    let sent = 0;
    const timer = setInterval(() => {
      if (sent < text.length && this.socket.writable) this.socket.write(text.charAt(sent));
      sent += 1;
    }, everyMs);
    this.socket.once('close', () => clearInterval(timer));
  }
}

test('one connection above the limit of an address closes the oldest', async () => {
  await using service = await TestService.start({
    limits: { connectionsPerAddress: 4 },
  });
  const open: Raw[] = [];
  for (let count = 0; count < 4; count += 1) {
    const raw = new Raw(service);
    await once(raw.socket, 'connect');
    open.push(raw);
  }
  const above = new Raw(service);
  expect(await open[0]?.ended).toBe('');
  for (const { socket } of [...open.slice(1), above]) expect(socket.readyState).toBe('open');
  above.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await above.ended).toContain('200 OK');
});

test('a WebSocket does not count towards the connections of an address', async () => {
  await using service = await TestService.start({ limits: { connectionsPerAddress: 1 } });
  const device = await service.attach();
  const { client } = await service.connect(device);
  await service.connect(device);
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
});

test('behind a proxy all connections belong to the proxy and are not limited per address', async () => {
  await using service = await TestService.start({
    trustProxy: true,
    limits: { connectionsPerAddress: 1 },
  });
  const open = Array.from({ length: 6 }, () => new Raw(service));
  for (const { socket } of open)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  for (const raw of open) expect(await raw.ended).toContain('200 OK');
});

test.each([
  ['the headers of a request', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['the headers of an upgrade', UPGRADE.slice(0, 60)],
  ['nothing at all', ''],
])('a slow sender of %s is disconnected', async (_what, start) => {
  await using service = await TestService.start({ limits: { headersTimeoutMs: 300 } });
  const slow = new Raw(service);
  slow.socket.write(start);
  if (start !== '') slow.dribble('x'.repeat(10_000), 20);
  expect(await slow.ended).toMatch(start === '' ? /^(?:HTTP\/1\.1 408 .*)?/su : /^HTTP\/1\.1 408 /u);
  expect((await fetch(`${service.service.url}/healthz`)).status).toBe(200);
});

test('a slow sender of a body is disconnected', async () => {
  await using service = await TestService.start({ limits: { headersTimeoutMs: 300, requestTimeoutMs: 600 } });
  const slow = new Raw(service);
  slow.socket.write(
    'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n',
  );
  slow.dribble('x'.repeat(5_000), 20);
  expect(await slow.ended).toMatch(/^HTTP\/1\.1 408 /u);
});

test('headers that are slow but within the limit get a response', async () => {
  await using service = await TestService.start({ limits: { headersTimeoutMs: 10_000 } });
  const slow = new Raw(service);
  slow.dribble('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 5);
  expect(await slow.ended).toContain('200 OK');
});

test('an upgraded connection has no HTTP time limit', async () => {
  await using service = await TestService.start({
    limits: { headersTimeoutMs: 200, requestTimeoutMs: 400 },
  });
  const device = await service.attach();
  const { client } = await service.connect(device);
  const slow = new Raw(service);
  await slow.ended;
  client.sendText('{"type":3}');
  expect(await client.text()).toContain('"type":4');
});
