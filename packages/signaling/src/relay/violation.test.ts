/** @module Bytes that are no WebSocket end the socket they came on, and nothing else. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { candidate } from '../test-support/messages.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

const HANDSHAKE = [
  'GET /signaling/v1 HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  'Sec-WebSocket-Protocol: json',
  '\r\n',
].join('\r\n');

async function openRaw(url: string, head: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(head);
  await once(socket, 'data');
  return socket;
}

test.each([
  ['an unmasked frame', '810178'],
  ['a reserved bit', 'c1810000000078'],
  ['a reserved opcode', '83810000000078'],
  ['a fragmented control frame', '098000000000'],
  ['a control frame that is too long', '89fe007e00000000'],
  ['text that is no UTF-8', '818200000000c328'],
  ['a length beyond every limit', '81ff7fffffffffffffff00000000'],
  ['noise', 'deadbeefdeadbeefdeadbeefdeadbeef'],
])('%s', async (_what, hex) => {
  await using service = await TestService.start();
  const device = await service.attach();
  const { client, session } = await service.connect(device);
  const raw = await openRaw(service.service.url, HANDSHAKE);
  const ended = once(raw, 'close');
  raw.resume();
  raw.write(Buffer.from(hex, 'hex'));
  await ended;
  client.sendText(candidate(1));
  expect(await device.heard(session, 1)).toEqual([candidate(1)]);
});

test.each([
  ['no key', HANDSHAKE.replace(/Sec-WebSocket-Key.*\r\n/, '')],
  ['another version', HANDSHAKE.replace('Version: 13', 'Version: 99')],
  ['another protocol than WebSocket', HANDSHAKE.replace('Upgrade: websocket', 'Upgrade: h2c')],
])('a handshake with %s is answered with a 4xx and gives its place back', async (_what, handshake) => {
  await using service = await TestService.start({ limits: { socketsPerAddress: 1 } });
  const raw = connect(Number(new URL(service.service.url).port), '127.0.0.1');
  const closed = once(raw, 'close');
  const answered = once(raw, 'data');
  raw.write(handshake);
  const [answer] = await answered;
  expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
  raw.end();
  await closed;
  expect((await service.open()).socket.readyState).toBe(1);
});
