/** @module The demo device's line passes an attachment on, with addresses that lead through it. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { DeviceLine } from './device-line.ts';

const service = new WebSocketServer({ port: 0, host: '127.0.0.1' });
let line: DeviceLine;
let device: WebSocket;
let attachment: WebSocket;
let request: IncomingMessage;
let udp: Socket;

beforeEach(async () => {
  const address = service.address();
  if (typeof address !== 'object' || address === null) throw new Error('the service does not listen');
  line = await DeviceLine.start(`http://127.0.0.1:${address.port}`);
  device = new WebSocket(`${line.url}/attach?here`, 'one.v1');
  const connected = once(service, 'connection');
  await once(device, 'open');
  [attachment, request] = await connected;
  udp = createSocket('udp4').bind(0, '127.0.0.1');
  await once(udp, 'listening');
});
afterEach(() => {
  line.stop();
  udp.close();
});

const candidate = (address: string, port: number): string =>
  `>1\n{"data":"candidate:1 1 UDP 2122317823 ${address} ${port} typ host"}`;

/** What arrives of a message. */
async function passed(from: WebSocket, to: WebSocket, text: string): Promise<string> {
  const arrived = once(to, 'message');
  from.send(text);
  return String((await arrived)[0]);
}

/** The port in a candidate of this machine. */
function portIn(text: string): number {
  return Number(/ 127\.0\.0\.1 (\d+) typ/u.exec(text)?.[1]);
}

test('an attachment keeps its path, protocol and host, and its close code', async () => {
  expect(request.url).toBe('/attach?here');
  expect(request.headers['sec-websocket-protocol']).toBe('one.v1');
  expect(`ws://${request.headers.host}`).toBe(line.url);
  const closed = once(device, 'close');
  attachment.close(4009, 'replaced');
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4009, 'replaced']);
});

test('an address of this machine becomes one of the line, which carries to it; any other leads nowhere', async () => {
  const own = udp.address();
  const port = portIn(await passed(device, attachment, candidate(own.address, own.port)));
  expect(port).not.toBe(own.port);
  const arrived = once(udp, 'message');
  const browser = createSocket('udp4');
  browser.send('checked', port, '127.0.0.1');
  expect(String((await arrived)[0])).toBe('checked');
  browser.close();

  const back = portIn(await passed(attachment, device, candidate(own.address, own.port)));
  expect([own.port, port]).not.toContain(back);
  for (const address of ['203.0.113.7', 'fd00::7', 'c0ffee.local'])
    expect(await passed(attachment, device, candidate(address, 4000))).toBe(candidate('127.0.0.1', 9));
});

test('it begins narrow, and each switch changes it', () => {
  const seen = [line.isNarrow];
  for (let each = 0; each < 2; each += 1) {
    line.switch();
    seen.push(line.isNarrow);
  }
  expect(seen).toEqual([true, false, true]);
});
