/** @module Which extended CONNECTs open a WebSocket, and the responses to others. */
import { once } from 'node:events';
import {
  createServer,
  type ClientHttp2Session,
  type Http2ServerRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import {
  ATTACHMENT_PATH,
  ATTACHMENT_SUBPROTOCOL,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
} from '@longwire/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { listen } from '../../../../scripts/listening.ts';
import { makeCertificate } from '../test-support/certificate.fixture.ts';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { connectHttp2, extendedConnect } from '../test-support/http2-agent.fixture.ts';
import { TestService } from '../test-support/test-service.fixture.ts';
import { ConnectHandshake } from './connect-handshake.ts';

let service: TestService;
let session: ClientHttp2Session;
beforeAll(async () => {
  await using directory = await makeDirectory();
  const tls = await makeCertificate(directory.path);
  const limits = { socketsPerAddress: 4, sockets: 4 };
  service = await TestService.start({ tls, limits, allowedOrigins: ['https://listed.example'] });
  session = await connectHttp2(service.service.url);
});
afterAll(async () => {
  session.destroy();
  await service[Symbol.asyncDispose]();
});

type Answer = IncomingHttpHeaders & { readonly ':status'?: number };

async function answerOf(path: string, changes: OutgoingHttpHeaders, endStream = false): Promise<Answer> {
  const stream = extendedConnect(session, path, changes, endStream);
  const [answer]: Answer[] = await once(stream, 'response');
  stream.close();
  if (!stream.destroyed) await once(stream, 'close');
  return answer ?? {};
}

const OFFER = { 'sec-websocket-protocol': SIGNALING_SUBPROTOCOL };

test.each<[string, string, OutgoingHttpHeaders, number]>([
  ['a client', SIGNALING_PATH, OFFER, 200],
  ['a client with a query', `${SIGNALING_PATH}?x=1`, OFFER, 200],
  ['a client without a sub-protocol', SIGNALING_PATH, {}, 200],
  ['a device', ATTACHMENT_PATH, { 'sec-websocket-protocol': `x, ${ATTACHMENT_SUBPROTOCOL}` }, 200],
  ['a listed origin', SIGNALING_PATH, { ...OFFER, origin: 'https://listed.example' }, 200],
  ['another origin', SIGNALING_PATH, { ...OFFER, origin: 'https://other.example' }, 403],
  ['another path', '/signaling/v2', OFFER, 404],
  ['an unknown sub-protocol', SIGNALING_PATH, { 'sec-websocket-protocol': 'x' }, 400],
  [
    'an invalid sub-protocol name',
    SIGNALING_PATH,
    { 'sec-websocket-protocol': `${SIGNALING_SUBPROTOCOL},,` },
    400,
  ],
  ['a device without its sub-protocol', ATTACHMENT_PATH, {}, 400],
  ['another protocol than WebSocket', SIGNALING_PATH, { ...OFFER, ':protocol': 'connect-udp' }, 501],
  ['no version', SIGNALING_PATH, { ...OFFER, 'sec-websocket-version': undefined }, 400],
  ['the version of a draft', SIGNALING_PATH, { ...OFFER, 'sec-websocket-version': '8' }, 400],
  ['another scheme', SIGNALING_PATH, { ...OFFER, ':scheme': 'http' }, 400],
  ['a length', SIGNALING_PATH, { ...OFFER, 'content-length': '5' }, 400],
  ['another host beside its authority', SIGNALING_PATH, { ...OFFER, ':authority': 'x', host: 'y' }, 400],
])('an extended CONNECT with %s gets the expected status', async (_what, path, changes, status) => {
  expect((await answerOf(path, changes))[':status']).toBe(status);
});

test('the response names the accepted sub-protocol and has no headers of an upgrade', async () => {
  const answer = await answerOf(SIGNALING_PATH, OFFER);
  expect(answer['sec-websocket-protocol']).toBe(SIGNALING_SUBPROTOCOL);
  for (const name of ['upgrade', 'connection', 'sec-websocket-accept'])
    expect(answer).not.toHaveProperty(name);
});

test('an unsupported version gets a response with the supported one', async () => {
  const answer = await answerOf(SIGNALING_PATH, { ...OFFER, 'sec-websocket-version': '12' });
  expect(answer['sec-websocket-version']).toBe('13');
});

test('a page of the service itself needs no allowed origin', async () => {
  const origin = new URL(service.service.url).origin;
  expect((await answerOf(SIGNALING_PATH, { ...OFFER, origin }))[':status']).toBe(200);
});

test('a CONNECT whose stream has already ended is rejected', async () => {
  expect((await answerOf(SIGNALING_PATH, OFFER, true))[':status']).toBe(400);
});

test('a CONNECT to another host is refused: the service is not a proxy', async () => {
  const stream = session.request({ ':method': 'CONNECT', ':authority': 'elsewhere.example:443' });
  const [answer]: Answer[] = await once(stream, 'response');
  expect(answer?.[':status']).toBe(405);
});

test('a CONNECT whose stream is gone is neither opened nor refused', async () => {
  // Node emits a CONNECT as a request
  const server = createServer({ settings: { enableConnectProtocol: true } }, () => undefined);
  const client = await connectHttp2(`http://127.0.0.1:${await listen(server)}`);
  extendedConnect(client, SIGNALING_PATH, { ':scheme': 'http' });
  const [request]: Http2ServerRequest[] = await once(server, 'connect');
  if (request === undefined) throw new Error('no request');
  request.stream.destroy();
  const handshake = new ConnectHandshake(request, () => undefined);
  handshake.refuse(404);
  const sockets = new WebSocketServer({ noServer: true });
  expect(handshake.open(sockets, () => undefined)).toBe(false);
  client.destroy();
  server.close();
});

test('a refused CONNECT has a request id and the common headers', async () => {
  const answer = await answerOf('/nowhere', OFFER);
  expect(answer['x-request-id']).toMatch(/^[\w-]{12}$/u);
  expect(answer['content-security-policy']).toContain("default-src 'none'");
});

test('streams of one connection count towards the sockets of an address, and the oldest is evicted', async () => {
  const open = Array.from({ length: 4 }, () => extendedConnect(session, SIGNALING_PATH, OFFER));
  for (const stream of open) {
    const [answer]: Answer[] = await once(stream, 'response');
    expect(answer?.[':status']).toBe(200);
  }
  const [oldest] = open;
  const ended = oldest === undefined ? undefined : once(oldest, 'close');
  expect((await answerOf(SIGNALING_PATH, OFFER))[':status']).toBe(200);
  await ended;
  for (const stream of open) stream.close();
  await expect.poll(async () => (await answerOf(SIGNALING_PATH, OFFER))[':status']).toBe(200);
});
