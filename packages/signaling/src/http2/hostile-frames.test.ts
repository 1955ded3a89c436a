/** @module Frames that no browser sends: each ends its own connection only. */
import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { connectHttp2 } from '../test-support/http2-agent.fixture.ts';
import { HTTP2_HEADERS, HTTP2_START, http2Frame } from '../test-support/http2-frames.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';

let service: TestService;
beforeAll(async () => {
  await using directory = await makeDirectory();
  service = await TestService.start({ tls: await makeCertificate(directory.path) });
});
afterAll(() => service[Symbol.asyncDispose]());

const [HEADERS, SETTINGS, PING] = [1, 4, 6];
const [END_HEADERS, WHOLE] = [4, 5];
/** A PING whose reply shows that everything before it was processed. */
const LAST = http2Frame(PING, 0, 0, Buffer.from('last one'));

async function open(protocol: string): Promise<TLSSocket> {
  const port = Number(new URL(service.service.url).port);
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: [protocol] });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** Whether the connection is open after all bytes, or has ended. */
async function outcomeOf(bytes: Buffer): Promise<'open' | 'ended'> {
  const socket = await open('h2');
  const { promise, resolve } = Promise.withResolvers<'open' | 'ended'>();
  let heard = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    heard = Buffer.concat([heard, piece]);
    if (heard.includes('last one')) resolve('open');
  });
  socket.on('close', () => resolve('ended'));
  socket.write(Buffer.concat([HTTP2_START, bytes, LAST]));
  return await promise;
}

function headers(count: number, flags: number, block: Buffer): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => http2Frame(HEADERS, flags, 2 * index + 1, block)),
  );
}

function settings(count: number): Buffer {
  return http2Frame(SETTINGS, 0, 0, Buffer.from('000400010000'.repeat(count), 'hex'));
}

/** Contains its method twice. */
const MALFORMED = Buffer.concat([Buffer.from([0x82]), HTTP2_HEADERS]);

test.each<[string, Buffer, 'open' | 'ended']>([
  ['sixteen settings at once', settings(16), 'open'],
  ['more settings than exist', settings(17), 'ended'],
  ['a malformed request', headers(1, WHOLE, MALFORMED), 'open'],
  ['malformed requests again and again', headers(60, WHOLE, MALFORMED), 'ended'],
  ['as many streams as may be open', headers(100, END_HEADERS, HTTP2_HEADERS), 'open'],
  ['streams above those again and again', headers(160, END_HEADERS, HTTP2_HEADERS), 'ended'],
])('an HTTP/2 connection survives or ends as expected after %s', async (_what, bytes, outcome) => {
  expect(await outcomeOf(bytes)).toBe(outcome);
  const session = await connectHttp2(service.service.url);
  onTestFinished(() => session.destroy());
  expect(session.destroyed).toBe(false);
});

test('a CONNECT over HTTP/1.1 is rejected: the service is not a proxy', async () => {
  const socket = await open('http/1.1');
  socket.write('CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n');
  socket.resume();
  await once(socket, 'close');
  expect(socket.bytesRead).toBe(0);
});

test("one unread stream does not block the others: the connection's window exceeds that of a stream", async () => {
  const session = await connectHttp2(service.service.url);
  onTestFinished(() => session.destroy());
  await expect.poll(() => session.state.remoteWindowSize).toBeGreaterThanOrEqual(1 << 20);
});
